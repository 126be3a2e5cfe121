import type { HostileRows } from "./rows"

/** Its name, the rows it is asked over, the SQL, and how it ends where limits are low and the clock stands still. */
export type HostileQuery = readonly [
  name: string,
  rows: keyof HostileRows,
  sql: string,
  ends: "answered" | "invalid" | "limit" | "refused",
]

export const endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"

export const counted = (count: number): string =>
  `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < ${count})`

export const text = (length: number): string => `printf('%.*c', ${Math.floor(length)}, 'a')`

export const times = (count: number, part: (at: number) => string, between: string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join(between)

export const nested = (count: number, open: string, inner: string, close: string): string =>
  open.repeat(count) + inner + close.repeat(count)
