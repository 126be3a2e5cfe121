import { QueryError } from "../../../errors"
import type { QueryLimits } from "../limits"
import type { Budget } from "./budget"
import type { Guard } from "./guard"

// Result codes of SQLite.
const outOfMemory = 7
const tooLong = 18

/** What a failed statement failed of. */
export function failureOf(
  code: number,
  message: string,
  state: { readonly budget: Budget; readonly guard: Guard; readonly limits: QueryLimits },
): QueryError {
  const { budget, guard, limits } = state
  if (guard.refusal !== undefined) return refused(`It ${guard.refusal}`)
  if (budget.exceeded !== undefined) return overLimit(budget.exceeded, limits[budget.exceeded])
  if ((code & 255) === outOfMemory) return overLimit("maxBytes", limits.maxBytes)
  if (code === tooLong) return new QueryError("limit", "It makes a text that is too long.", "maxBytes")
  return new QueryError("invalid", message)
}

export function overLimit(limit: keyof QueryLimits, allowed: number): QueryError {
  return new QueryError("limit", `It takes more than \`${limit}\` allows, ${allowed}.`, limit)
}

export function refused(why: string): QueryError {
  return new QueryError("refused", `${why}; a query is one SELECT over the rows, without a side effect.`)
}
