import { InvalidArgumentError } from "../errors"
import { raceAbort } from "../runtime/abort"
import { runStepsYielding } from "../runtime/yield"
import { countInSteps } from "./counter"
import { type OwnCounter, ownCounter, stepsOf, type TokenCounter } from "./token-counter"

let ranks: string | undefined

/**
 * What counts where no counter is given, once `loadTokenCounter` has been awaited. The vocabulary is named by a dynamic
 * import alone: bundles keep it in a file of its own, which is loaded at the first count, or leave it out.
 */
export const defaultCounter: OwnCounter = /* @__PURE__ */ ownCounter((text) => {
  if (ranks === undefined) throw new Error("The vocabulary is counted with before it is loaded.")
  return countInSteps(text, ranks)
})

/**
 * Makes the library's own counter ready, in steps, so that its first count takes no longer than any other. A caller's
 * counter needs nothing.
 *
 * @throws InvalidArgumentError where a build without the vocabulary is given no counter; the signal's reason
 */
export async function loadTokenCounter(
  counter: TokenCounter = defaultCounter,
  signal?: AbortSignal,
): Promise<void> {
  if (stepsOf(counter) === undefined) return
  ranks ??= await raceAbort(loadVocabulary(), signal)
  await runStepsYielding(countInSteps("", ranks), signal)
}

async function loadVocabulary(): Promise<string> {
  try {
    const { default: cl100k } = await import("js-tiktoken/ranks/cl100k_base")
    return cl100k.bpe_ranks
  } catch (cause) {
    const expected = "given, since the vocabulary (js-tiktoken/ranks/cl100k_base) can't be loaded here"
    throw new InvalidArgumentError("countTokens", undefined, expected, { cause })
  }
}
