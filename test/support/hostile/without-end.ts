import { counted, endless, type HostileQuery, times } from "./parts"

/** Work that has no end, or none that anyone would wait for. */
export const queriesWithoutEnd: readonly HostileQuery[] = [
  ["endless recursion", "short", `${endless} SELECT COUNT(*) FROM c`, "limit"],
  ["endless recursion, a row each", "short", `${endless} SELECT x FROM c`, "limit"],
  ["endless recursion, ordered", "short", `${endless} SELECT x FROM c ORDER BY -x`, "limit"],
  [
    "endless recursion, ordered by text",
    "short",
    `${endless} SELECT x FROM c ORDER BY 'some words before it ' || (x * 7919 % 1000003)`,
    "limit",
  ],
  [
    "recursion that ends, ordered",
    "short",
    `${counted(300_000)} SELECT x FROM c ORDER BY (x * 7919) % 1000003`,
    "limit",
  ],
  [
    "recursion that ends, ordered by texts",
    "short",
    `${counted(150_000)} SELECT x FROM c ORDER BY 'some words before it ' || ((x * 7919) % 1000003)`,
    "limit",
  ],
  [
    "recursion that ends, distinct",
    "short",
    `${counted(300_000)} SELECT COUNT(DISTINCT (x * 7919) % 1000003) FROM c`,
    "limit",
  ],
  [
    "recursion that ends, a window",
    "short",
    `${counted(200_000)} SELECT SUM(y) FROM (SELECT row_number() OVER (ORDER BY (x * 7919) % 1000003) y FROM c)`,
    "limit",
  ],
  [
    "window over a growing frame",
    "short",
    `${counted(20_000)} SELECT MAX(y) FROM (SELECT group_concat(x) OVER (ORDER BY x) y FROM c)`,
    "limit",
  ],
  [
    "window with its frame made anew",
    "short",
    `${counted(100_000)} SELECT MAX(y) FROM (SELECT MIN(x) OVER (ORDER BY x ROWS BETWEEN 50000 PRECEDING AND 50000 FOLLOWING EXCLUDE CURRENT ROW) y FROM c)`,
    "limit",
  ],
  ["join of 2e12 rows", "short", "SELECT COUNT(*) FROM rows a, rows b, rows c, rows d, rows e", "limit"],
  ["join of 64 tables", "short", `SELECT COUNT(*) FROM ${times(64, (at) => `rows t${at}`, ", ")}`, "limit"],
  [
    "join of 64 tables by equal columns",
    "short",
    `SELECT COUNT(*) FROM ${times(64, (at) => `rows t${at}`, ", ")} WHERE ${times(63, (at) => `t${at}.cap = t${at + 1}.cap`, " AND ")}`,
    "limit",
  ],
  [
    "join of 40 tables, each with each",
    "short",
    `SELECT COUNT(*) FROM ${times(40, (at) => `rows t${at}`, ", ")} WHERE ${times(400, (at) => `t${at % 40}.cap=t${(at * 7 + 1 + ((at / 40) | 0)) % 40}.law`, " AND ")}`,
    "invalid",
  ],
  [
    "a query within a query of each row",
    "short",
    "SELECT (SELECT COUNT(*) FROM rows b, rows c WHERE b.cap < a.cap) FROM rows a",
    "limit",
  ],
]
