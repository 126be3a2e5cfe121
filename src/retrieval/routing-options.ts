import { checkKnownOptions } from "../config/known-options"
import { InvalidArgumentError } from "../errors"

/** Leaves out documents without a passage that fits; off unless given. */
export interface RoutingOptions {
  /**
   * A document is read when its best passage scores at least this for one task, from above 0 to 1: cosine similarity of
   * task and passage, or with `retrieval.mode` "lexical" the weighted share of the task's words that the passage holds.
   */
  readonly minScore: number
}

/** @throws InvalidArgumentError for a threshold that is no number above 0 and at most 1 */
export function checkRouting(routing: RoutingOptions | false | undefined): void {
  if (routing === undefined || routing === false) return
  checkKnownOptions(routing, ["minScore"], "routing")
  const { minScore } = routing
  if (!(typeof minScore === "number" && minScore > 0 && minScore <= 1)) {
    throw new InvalidArgumentError("routing.minScore", minScore, "a number above 0 and at most 1")
  }
}
