import type { SetInfo } from "../../contracts/set-info"
import { InvalidArgumentError } from "../../errors"
import { otherEmbedder } from "../../runtime/check/made-with"

/** @throws InvalidArgumentError for vectors of another embedder than the one that made the set, where both are known. */
export function checkMadeWith(given: SetInfo["embedder"] | undefined, info: SetInfo | undefined): void {
  const problem = given === undefined || info === undefined ? undefined : otherEmbedder(info.embedder, given)
  if (problem !== undefined) throw problem
}

/** For `setInfo` with `ifEmpty`. */
export function notEmpty(): InvalidArgumentError {
  return new InvalidArgumentError("info", undefined, "that of an empty set; this one has documents by now")
}
