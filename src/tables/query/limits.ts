import { type Checks, group, optional } from "../../runtime/check/options"
import { integerFrom, positive } from "../../runtime/check/values"

/** What one query may take. */
export interface QueryLimits {
  /** Instructions of SQLite's virtual machine; ten million take about half a second. @default 10,000,000 */
  readonly maxSteps: number
  /** Of memory beside the rows themselves, with the result. @default 67,108,864 */
  readonly maxBytes: number
  /** Rows of the result; more are cut, and `truncated` says so. @default 10,000 */
  readonly maxRows: number
  /** Of SQLite's own work, whatever its steps. @default 600 */
  readonly timeoutMs: number
}

const checks: Checks<QueryLimits> = {
  maxSteps: optional(integerFrom(1), 10_000_000),
  maxBytes: optional(integerFrom(1), 67_108_864),
  maxRows: optional(integerFrom(1), 10_000),
  timeoutMs: optional(positive, 600),
}

/** @throws InvalidArgumentError that names the limit */
export function resolveLimits(given: Partial<QueryLimits> = {}): QueryLimits {
  return group(checks)(given, "limits")
}
