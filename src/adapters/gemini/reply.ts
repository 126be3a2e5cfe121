import type { FinishReason, LLMResponse, TokenUsage } from "../../contracts"
import { InvalidOutputError } from "../../errors"
import { brokenAnswer } from "../kit/http/failure"
import type { GeminiReply, GeminiUsage } from "./client"
import { geminiProvider } from "./failure"

/** The provider's policy stopped the reply. */
const blocked = new Set([
  "SAFETY",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "LANGUAGE",
  "IMAGE_SAFETY",
  "IMAGE_PROHIBITED_CONTENT",
])

/** @throws InvalidOutputError or ProviderError for a reply that is none; see docs/adapters/gemini.md for the table. */
export function toResponse(model: string, reply: GeminiReply | undefined): LLMResponse {
  const text = textOf(reply)
  const verdict = verdictOf(reply)
  if (verdict === undefined && text === "") {
    throw brokenAnswer({ ...geminiProvider, model }, "neither a candidate nor a reason")
  }
  return {
    text,
    finishReason: finishReasonOf(model, verdict ?? "STOP", text),
    usage: usageOf(reply?.usageMetadata),
  }
}

/** The reply's text without the model's thoughts. */
export function textOf(reply: GeminiReply | undefined): string {
  const parts = reply?.candidates?.[0]?.content?.parts ?? []
  return parts.map((part) => (part.thought === true ? "" : (part.text ?? ""))).join("")
}

/** Why the reply ended, in Gemini's words; undefined where it did not say. */
export function verdictOf(reply: GeminiReply | undefined): string | undefined {
  const reason = reply?.candidates?.[0]?.finishReason
  if (reason !== undefined && reason !== "FINISH_REASON_UNSPECIFIED") return reason
  return reply?.promptFeedback?.blockReason === undefined ? undefined : "SAFETY"
}

export function finishReasonOf(model: string, verdict: string, text: string): FinishReason {
  const fail = (reason: InvalidOutputError["reason"], why: string): never => {
    throw new InvalidOutputError(`Gemini model "${model}" ${why}.`, { reason, text })
  }
  if (verdict === "STOP") return text === "" ? fail("empty", "ended its reply without any text") : "stop"
  if (verdict === "MAX_TOKENS") return "length"
  if (blocked.has(verdict)) return "blocked"
  if (verdict === "RECITATION")
    return fail("blocked", "stopped because the reply recites a source (RECITATION)")
  if (verdict === "CONTINUATION") return fail("truncated", "gave a part of its reply only (CONTINUATION)")
  return fail(
    "malformed",
    `broke its reply off (${/^[A-Z_]{1,60}$/.test(verdict) ? verdict : "no known reason"})`,
  )
}

export function usageOf(usage: GeminiUsage | undefined): TokenUsage | undefined {
  if (usage?.promptTokenCount === undefined) return undefined
  return {
    inputTokens: usage.promptTokenCount,
    outputTokens: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
    ...(usage.cachedContentTokenCount === undefined
      ? {}
      : { cachedInputTokens: usage.cachedContentTokenCount }),
  }
}
