import { withTemperature } from "../../calls/temperature"
import type { LLMRequest, LLMResponse } from "../../contracts"
import type { MergeText } from "../text"
import type { MergeContext } from "./context"
import { quotesFor } from "./quotes"
import type { MergeCall } from "./reply"

/** The call that merges these texts; only the last one is told of documents without an answer. */
export function mergeCall(
  context: MergeContext,
  parts: readonly MergeText[],
  last: boolean,
  signal: AbortSignal | undefined,
  generate: (request: LLMRequest) => Promise<LLMResponse>,
): MergeCall {
  const { question, directive, llm, settings, countTokens, prepared, warn } = context
  const { outputTokens } = prepared.budget
  return {
    llm,
    instructions: prepared.instructions,
    prompt: {
      question,
      directive,
      boundary: prepared.boundary,
      texts: parts.map(({ text }) => text),
      quotes: quotesFor(context, parts),
      remarks: last ? prepared.remarks : [],
    },
    outputTokens,
    countTokens,
    warn,
    generate: (messages) =>
      generate({ messages, ...withTemperature(settings.temperature), maxOutputTokens: outputTokens, signal }),
  }
}
