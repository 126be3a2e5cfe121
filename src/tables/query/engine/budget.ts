import type { Clock } from "../../../runtime/clock"
import type { QueryLimits } from "../limits"

/** What a query may still cost. */
export interface Budget {
  /** False once it is used up. */
  spend(steps: number): boolean
  /** Runs one stretch of the query; only time within such is counted. */
  during<T>(work: () => T): T
  /** False while the library's own statements run. */
  readonly counts: boolean
  /** Which limit was passed. */
  readonly exceeded: "maxSteps" | "timeoutMs" | undefined
}

export function queryBudget(limits: QueryLimits, clock: Pick<Clock, "now">): Budget {
  let steps = 0
  let spentMs = 0
  let since: number | undefined
  let exceeded: Budget["exceeded"]
  return {
    get counts() {
      return since !== undefined
    },
    get exceeded() {
      return exceeded
    },
    spend(more) {
      if (since === undefined) return true
      steps += more
      if (steps > limits.maxSteps) exceeded ??= "maxSteps"
      else if (spentMs + clock.now() - since > limits.timeoutMs) exceeded ??= "timeoutMs"
      return exceeded === undefined
    },
    during(work) {
      since = clock.now()
      try {
        return work()
      } finally {
        spentMs += clock.now() - since
        since = undefined
        if (spentMs > limits.timeoutMs) exceeded ??= "timeoutMs"
      }
    },
  }
}
