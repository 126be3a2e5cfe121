import { InvalidArgumentError } from "../../errors"

/** More than any reader keeps apart, and than a table in SQL holds. */
const MOST_COLUMNS = 1_000
const LONGEST_NAME = 200

/** @throws InvalidArgumentError that names the column */
export function checkNames(names: readonly string[], path: string): void {
  if (names.length === 0) throw new InvalidArgumentError(path, {}, "a schema of at least one column")
  if (names.length > MOST_COLUMNS) {
    throw new InvalidArgumentError(path, names, `a schema of at most ${MOST_COLUMNS} columns`)
  }
  const seen = new Map<string, string>()
  for (const name of names) {
    const at = `${path}.${name}`
    const isName = name.trim() !== "" && name.length <= LONGEST_NAME && name.isWellFormed()
    if (!isName || name.includes("\0")) {
      const expected = `a column with a name of 1 to ${LONGEST_NAME} characters, without NUL`
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
