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
  if (typeof routing !== "object" || routing === null) {
    throw new InvalidArgumentError("routing", routing, "an object { minScore }, or false")
  }
  const unknown = Object.keys(routing).find((key) => key !== "minScore")
  if (unknown !== undefined) {
    const value = (routing as unknown as Record<string, unknown>)[unknown]
    throw new InvalidArgumentError(`routing.${unknown}`, value, "no option at all; known is minScore")
  }
  const { minScore } = routing
  if (!(typeof minScore === "number" && minScore > 0 && minScore <= 1)) {
    throw new InvalidArgumentError("routing.minScore", minScore, "a number above 0 and at most 1")
  }
}
