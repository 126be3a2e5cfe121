import type { FinishReason, LLMResponse, QuotaLeft, TokenUsage } from "../../contracts"
import { InvalidOutputError } from "../../errors"
import { brokenAnswer } from "../kit/http/failure"
import { parseQuotaLeft } from "../kit/http/quota-left"
import type { AiSdkNames } from "./failure"
import type { AiSdkAnswered, AiSdkFinishReason, AiSdkReply, AiSdkTokens, AiSdkUsage } from "./model"

/** @throws InvalidOutputError or ProviderError for a reply that is none; see docs/adapters/ai-sdk.md for the table. */
export function toResponse(names: AiSdkNames, reply: AiSdkReply | undefined, asJson: boolean): LLMResponse {
  if (!Array.isArray(reply?.content)) throw brokenAnswer(names, "no content")
  const texts = reply.content.map((part) => (part?.type === "text" ? (part.text ?? "") : ""))
  const text = (asJson ? reply.structuredOutputText : undefined) ?? texts.join("")
  const { unified, raw } = verdictOf(reply.finishReason)
  // A whole reply whose provider gives no reason has ended; some compatible servers never give one.
  const ended = (unified === "other" || unified === "unknown") && raw === undefined && text !== ""
  return {
    text,
    finishReason: ended ? "stop" : finishReasonOf(names, { unified, raw }, text),
    usage: usageOf(reply.usage),
    ...quotaOf(reply),
  }
}

/** What the headers of an answer say is left of the quota. */
export function quotaOf(reply: AiSdkAnswered | undefined): { readonly quotaLeft?: QuotaLeft } {
  const quotaLeft = parseQuotaLeft(reply?.response?.headers, Date.now())
  return quotaLeft === undefined ? {} : { quotaLeft }
}

export function verdictOf(reason: AiSdkFinishReason | undefined): {
  unified: string
  raw?: string | undefined
} {
  if (typeof reason === "string") return { unified: reason }
  return { unified: String(reason?.unified), raw: reason?.raw }
}

export function finishReasonOf(
  names: AiSdkNames,
  { unified, raw }: { unified: string; raw?: string | undefined },
  text: string,
): FinishReason {
  const fail = (reason: InvalidOutputError["reason"], why: string): never => {
    throw new InvalidOutputError(`Model "${names.model}" of ${names.name} ${why}.`, { reason, text })
  }
  if (unified === "stop") return text === "" ? fail("empty", "ended its reply without any text") : "stop"
  if (unified === "length") return "length"
  if (unified === "content-filter") return "blocked"
  if (unified === "tool-calls") return fail("malformed", "called a tool, though none was offered")
  if (unified === "error") throw brokenAnswer(names, "a reply that ended with an error")
  const shown = [unified, raw].filter((word) => word !== undefined && /^[\w-]{1,40}$/.test(word))
  return fail("malformed", `broke its reply off (${shown.join(", ") || "no known reason"})`)
}

/** Undefined where the provider reports no totals. */
export function usageOf(usage: AiSdkUsage | undefined): TokenUsage | undefined {
  const input = countsOf(usage?.inputTokens)
  const output = countsOf(usage?.outputTokens)
  if (!isCount(input.total) || !isCount(output.total)) return undefined
  const cached = usage?.cachedInputTokens ?? input.cacheRead
  if (!isCount(cached)) return { inputTokens: input.total, outputTokens: output.total }
  // Some providers of version 2 count cached tokens apart.
  const inputTokens = cached > input.total ? input.total + cached : input.total
  return { inputTokens, outputTokens: output.total, cachedInputTokens: cached }
}

function countsOf(tokens: number | AiSdkTokens | undefined | null): AiSdkTokens {
  return typeof tokens === "number" ? { total: tokens } : (tokens ?? {})
}

function isCount(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
