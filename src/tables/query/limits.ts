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

const defaults: QueryLimits = {
  maxSteps: 10_000_000,
  maxBytes: 67_108_864,
  maxRows: 10_000,
  timeoutMs: 600,
}

const checks = {
  maxSteps: integerFrom(1),
  maxBytes: integerFrom(1),
  maxRows: integerFrom(1),
  timeoutMs: positive,
}

/** @throws InvalidArgumentError that names the limit */
export function resolveLimits(given: Partial<QueryLimits> = {}): QueryLimits {
  const limit = (name: keyof QueryLimits) => checks[name](given[name] ?? defaults[name], `limits.${name}`)
  return {
    maxSteps: limit("maxSteps"),
    maxBytes: limit("maxBytes"),
    maxRows: limit("maxRows"),
    timeoutMs: limit("timeoutMs"),
  }
}
