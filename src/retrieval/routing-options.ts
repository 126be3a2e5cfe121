import { type Check, type Checks, group } from "../runtime/check/options"
import { valueThat } from "../runtime/check/values"

/** Leaves out documents without a passage that fits; off unless given. */
export interface RoutingOptions {
  /**
   * A document is read when its best passage scores at least this for one task, from above 0 to 1: cosine similarity of
   * task and passage, or with `retrieval.mode` "lexical" the weighted share of the task's words that the passage holds.
   */
  readonly minScore: number
}

const routingChecks: Checks<RoutingOptions> = {
  minScore: valueThat(
    "a number above 0 and at most 1",
    (value) => typeof value === "number" && value > 0 && value <= 1,
  ),
}

export const routing: Check<RoutingOptions | false> = (value, path) =>
  value === false ? value : group(routingChecks)(value, path)
