import type { Check } from "../runtime/check/options"
import { valueThat } from "../runtime/check/values"

/** How freely a model writes; `"default"` leaves it out of the call, for models that take no other than their own. */
export type Temperature = number | "default"

export const temperature: Check<Temperature> = valueThat(
  `a finite number from 0 up, or "default"`,
  (value) => value === "default" || (Number.isFinite(value) && (value as number) >= 0),
)

/** The part of a request that says it. */
export function withTemperature(value: Temperature): { readonly temperature?: number } {
  return value === "default" ? {} : { temperature: value }
}
