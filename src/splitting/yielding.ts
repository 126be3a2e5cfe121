import { runStepsYielding } from "../runtime/yield"
import { defaultCounter, loadTokenCounter } from "../tokens/default-counter"
import { type SplitTextOptions, splitTextSteps, type TextChunk } from "./steps"

/** `splitText` that gives the event loop its turn every few milliseconds. Rejects with the signal's reason. */
export async function splitTextYielding(
  text: string,
  options: SplitTextOptions = {},
  signal?: AbortSignal,
): Promise<readonly TextChunk[]> {
  const steps = splitTextSteps(text, options, defaultCounter)
  await loadTokenCounter(options.countTokens, signal)
  return runStepsYielding(steps, signal)
}
