import type { Steps } from "../../runtime/yield"
import type { Statement } from "./engine/database"
import { overLimit } from "./engine/failure"
import type { Values } from "./trace/trace"

/**
 * @param maxBytes of all values together
 * @throws QueryError where the rows are too large together
 */
export function* readRows(
  statement: Statement,
  maxRows: number,
  maxBytes: number,
): Steps<{ readonly values: readonly Values[]; readonly truncated: boolean }> {
  const values: Values[] = []
  let bytes = 0
  for (let row = statement.step(); row !== undefined; row = statement.step()) {
    if (values.length === maxRows) return { values, truncated: true }
    for (const value of row) bytes += typeof value === "string" ? 2 * value.length + 16 : 8
    if (bytes > maxBytes) throw overLimit("maxBytes", maxBytes)
    values.push(row)
    yield
  }
  return { values, truncated: false }
}
