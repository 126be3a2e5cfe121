import { InvalidArgumentError } from "../errors"
import { raceAbort } from "../runtime/abort"
import { runStepsYielding } from "../runtime/yield"
import { type CountSteps, type OwnCounter, ownCounter, stepsOf, type TokenCounter } from "./token-counter"

let countSteps: CountSteps | undefined

/**
 * What counts where no counter is given, once `loadTokenCounter` has been awaited. It names the vocabulary by a dynamic
 * import alone: bundles keep it in a file of its own, which is loaded at the first count.
 */
export const defaultCounter: OwnCounter = /* @__PURE__ */ ownCounter((text) => {
  if (countSteps === undefined) throw new Error("The vocabulary is counted with before it is loaded.")
  return countSteps(text)
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
  if (countSteps === undefined) {
    const { countTokensSteps } = await raceAbort(import("./count-tokens").catch(absent), signal)
    countSteps = countTokensSteps
  }
  await runStepsYielding(countSteps(""), signal)
}

function absent(cause: unknown): never {
  const expected = "given, since the vocabulary (js-tiktoken/ranks/cl100k_base) can't be loaded here"
  throw new InvalidArgumentError("countTokens", undefined, expected, { cause })
}
