import type { Steps } from "../../runtime/yield"
import { overLimit } from "./engine/failure"
import type { Statement } from "./engine/statement"
import type { QueryLimits } from "./limits"
import type { Values } from "./trace/trace"

/**
 * @param freeBytes what the values may take together, as things stand
 * @throws QueryError where the rows are too large together
 */
export function* readRows(
  statement: Statement,
  { maxRows, maxBytes }: QueryLimits,
  freeBytes: () => number,
): Steps<{ readonly values: readonly Values[]; readonly truncated: boolean }> {
  const values: Values[] = []
  let bytes = 0
  for (let row = statement.step(); row !== undefined; row = statement.step()) {
    if (values.length === maxRows) return { values, truncated: true }
    for (const value of row) bytes += typeof value === "string" ? 2 * value.length + 16 : 8
    if (bytes > freeBytes()) throw overLimit("maxBytes", maxBytes)
    values.push(row)
    yield
  }
  return { values, truncated: false }
}
