import { withTemperature } from "../../calls/temperature"
import type { LLMRequest, LLMResponse } from "../../contracts"
import { boundaryFor } from "../../evidence/boundary"
import { mergeMessages } from "../fixed-parts"
import type { MergeKind } from "../prompt"
import type { MergeText } from "../text"
import { type MergeContext, messagesFit, sizeOfAll } from "./context"
import { quotesFor } from "./quotes"
import type { MergeCall } from "./reply"

/** The call that merges these texts. */
export async function mergeCall(
  context: MergeContext,
  parts: readonly MergeText[],
  kind: MergeKind,
  signal: AbortSignal | undefined,
  generate: (request: LLMRequest) => Promise<LLMResponse>,
): Promise<Omit<MergeCall, "clean">> {
  const { llm, settings, countTokens, prepared } = context
  const { fixed, budget } = prepared
  const texts = parts.map(({ text }) => text)
  const quotes = quotesFor(context, parts, kind)
  const { question, directive, tasks, remarks } = fixed
  const boundary = await boundaryFor([question, directive, ...tasks, ...remarks, ...texts, ...quotes], signal)
  const quoteTokens = quotes.reduce((sum, line) => sum + countTokens(line) + 2, 0)
  return {
    llm,
    messages: mergeMessages(fixed, kind, { boundary, texts, quotes }, budget.outputTokens),
    bareMessages: mergeMessages(fixed, kind, { boundary, texts: [], quotes: [] }, budget.outputTokens),
    outputTokens: budget.outputTokens,
    roomTokens: budget.textTokens - sizeOfAll(context, parts) - quoteTokens,
    countTokens,
    fits: (messages) => messagesFit(context, messages, 0),
    generate: (messages, maxOutputTokens) =>
      generate({ messages, ...withTemperature(settings.temperature), maxOutputTokens, signal }),
  }
}
