import { endless, type HostileQuery, nested, text, times } from "./parts"

/** Texts that a statement makes itself. */
export const queriesOfLongTexts = (longest: number): readonly HostileQuery[] => [
  [
    "long text found in a long text",
    "short",
    `SELECT instr(${text(longest)}, ${text(longest / 2)} || 'b')`,
    "limit",
  ],
  ["long text replaced", "short", `SELECT replace(${text(longest)}, 'a', ${text(longest)})`, "limit"],
  ["LIKE of many ways", "short", `SELECT ${text(longest)} LIKE '%' || ${text(900)} || 'b%'`, "limit"],
  [
    "a text that grows",
    "short",
    "WITH RECURSIVE c(s) AS (SELECT 'aaaaaaaa' UNION ALL SELECT s || s FROM c) SELECT MAX(length(s)) FROM c",
    "limit",
  ],
  [
    "a text of 2 GB",
    "short",
    "SELECT length(printf('%.*c', 2000000000, 'a')), length(printf('%2000000000s', 'a'))",
    "answered",
  ],
  [
    "a long number in printf",
    "short",
    `${endless} SELECT MAX(length(printf('%.*f', ${longest}, x))) FROM c`,
    "limit",
  ],
  ["hex of hex", "short", `SELECT MAX(length(${nested(15, "hex(", text(longest / 9), ")")}))`, "limit"],
  [
    "quote of quote",
    "short",
    `SELECT MAX(length(${nested(30, "quote(", "''''''''''''''''''''''''", ")")})) FROM rows a, rows b`,
    "limit",
  ],
  ["long texts in each row", "short", `SELECT ${text(longest)} FROM rows`, "limit"],
  [
    "JSON of all pairs",
    "short",
    "SELECT json_group_array(json_array(a.law, b.law, c.law)) FROM rows a, rows b, rows c",
    "limit",
  ],
  [
    "nested JSON",
    "short",
    `SELECT json_extract(json(${`replace(${text(900)}, 'a', '[')`} || ${`replace(${text(900)}, 'a', ']')`}), '$[0]') FROM rows a, rows b`,
    "limit",
  ],
  [
    "json_each of itself",
    "short",
    `SELECT COUNT(*) FROM json_each('[' || replace(${text(longest / 3)}, 'a', '1,') || '1]') a, json_each('[1,2,3]') b`,
    "answered",
  ],
  [
    "json_tree of a long array, joined",
    "short",
    `WITH j AS (SELECT '[' || replace(${text(longest / 4)}, 'a', '1,') || '1]' t) SELECT COUNT(*) FROM j, json_each(t) a, json_each(t) b`,
    "limit",
  ],
  [
    "JSON with many paths",
    "short",
    `WITH j AS (SELECT '[' || replace(${text(longest / 2)}, 'a', '1,') || '1]' t) SELECT ${times(20, (at) => `json_extract(t, '$[#-${at + 1}]')`, ",")} FROM j, rows`,
    "answered",
  ],
]
