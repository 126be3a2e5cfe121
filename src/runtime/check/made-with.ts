import type { SetInfo } from "../../contracts"
import { InvalidArgumentError } from "../../errors"

type Made = SetInfo["embedder"]

/** What to do where a set was made with something else. */
export const otherwise =
  "or name a new collection, file or schema, or remove all documents of this set and add them again"

/** What is wrong where the set was made with one embedder and is used with the other; undefined where they are the same. */
export function otherEmbedder(was: Made, is: Made): InvalidArgumentError | undefined {
  if (was?.modelId === is?.modelId && was?.dimensions === is?.dimensions) return undefined
  const expected = `${nameOf(was)}, which made this set (use it, ${otherwise})`
  return new InvalidArgumentError("embedder", nameOf(is), expected)
}

function nameOf(embedder: Made): string {
  return embedder === null ? "no embedder" : `${embedder.modelId} with ${embedder.dimensions} dimensions`
}
