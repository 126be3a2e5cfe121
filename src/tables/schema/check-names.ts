import { InvalidArgumentError } from "../../errors"

/** More than any reader keeps apart, and than a table in SQL holds. */
const mostColumns = 1_000
const longestName = 200

/** @throws InvalidArgumentError that names the column */
export function checkNames(names: readonly string[], path: string): void {
  if (names.length === 0) throw new InvalidArgumentError(path, {}, "a schema of at least one column")
  if (names.length > mostColumns) {
    throw new InvalidArgumentError(path, names, `a schema of at most ${mostColumns} columns`)
  }
  const seen = new Map<string, string>()
  for (const name of names) {
    const at = `${path}.${name}`
    const isName = name.trim() !== "" && name.length <= longestName && name.isWellFormed()
    if (!isName || name.includes("\0")) {
      const expected = `a column with a name of 1 to ${longestName} characters, without NUL`
      throw new InvalidArgumentError(at, name, expected)
    }
    const other = seen.get(name.toLowerCase())
    if (other !== undefined) {
      const expected = `a column whose name differs from ${JSON.stringify(other)} in more than case: queries do not tell them apart`
      throw new InvalidArgumentError(at, name, expected)
    }
    seen.set(name.toLowerCase(), name)
  }
}
