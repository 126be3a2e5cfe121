import { type HostileQuery, nested, times } from "./parts"

/** Statements that take long, or much memory, before they are run. */
export const queriesLongToPrepare: readonly HostileQuery[] = [
  [
    "doubling names",
    "short",
    `WITH t0 AS (SELECT 1 x), ${times(40, (at) => `t${at + 1} AS (SELECT a.x FROM t${at} a, t${at} b)`, ", ")} SELECT COUNT(*) FROM t40`,
    "limit",
  ],
  [
    "doubling names, united",
    "short",
    `WITH t0 AS (SELECT 1 x), ${times(40, (at) => `t${at + 1} AS (SELECT x FROM t${at} UNION ALL SELECT x FROM t${at})`, ", ")} SELECT COUNT(*) FROM t40`,
    "limit",
  ],
  [
    "doubling names, materialized",
    "short",
    `WITH t0 AS MATERIALIZED (SELECT 1 x), ${times(40, (at) => `t${at + 1} AS MATERIALIZED (SELECT a.x FROM t${at} a, t${at} b)`, ", ")} SELECT COUNT(*) FROM t40`,
    "limit",
  ],
  [
    "doubling names in conditions",
    "short",
    `WITH t0 AS (SELECT 1 x), ${times(40, (at) => `t${at + 1} AS (SELECT 1 x WHERE EXISTS (SELECT 1 FROM t${at}) AND 1 IN t${at})`, ", ")} SELECT * FROM t40`,
    "limit",
  ],
  [
    "doubling expressions",
    "short",
    `SELECT * FROM ${nested(30, "(SELECT x+x AS x FROM ", "(SELECT cap AS x FROM rows)", ")")}`,
    "limit",
  ],
  [
    "many columns of many columns",
    "short",
    `SELECT * FROM (SELECT * FROM (SELECT ${times(1900, (at) => `${at}`, ",")}) a, (SELECT ${times(90, (at) => `${at}`, ",")}) b)`,
    "refused",
  ],
  ["nested parentheses", "short", `SELECT ${nested(9_000, "(", "1", ")")}`, "refused"],
  ["nested FROM", "short", `SELECT * FROM ${nested(800, "(SELECT * FROM ", "rows", ")")}`, "refused"],
  [
    "a long list of IN",
    "short",
    `SELECT COUNT(*) FROM rows a, rows b WHERE a.cap IN (${times(4_000, (at) => `${at}`, ",")})`,
    "limit",
  ],
  [
    "many UNIONs, ordered",
    "short",
    `${times(100, () => "SELECT a.cap, b.law FROM rows a, rows b", " UNION ALL ")} ORDER BY 2, 1`,
    "limit",
  ],
  ["a list of 4,000 VALUES", "short", `VALUES ${times(4_000, (at) => `(${at % 10})`, ",")}`, "answered"],
]
