/** Limits of every query, more than one needs: numbers of sqlite3_limit, and their values. */
export const fixedLimits: readonly (readonly [number, number])[] = [
  [1, 1_000_000], // bytes of SQL
  [3, 200], // depth of expressions
  [4, 100], // parts of a compound SELECT
  [5, 25_000], // instructions of a program
  [6, 127], // arguments of a function
  [7, 0], // databases attached
]
