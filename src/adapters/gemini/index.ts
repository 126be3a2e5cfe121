/**
 * Models of Gemini, by `@google/genai`.
 *
 * @module spd-rag/gemini
 */
import type { LLM, LLMChunk, LLMRequest, LLMResponse, TokenUsage } from "../../contracts"
import { InvalidArgumentError } from "../../errors"
import { type Checks, checkOptions, optional } from "../../runtime/check/options"
import { integerFrom, oneOf } from "../../runtime/check/values"
import { fingerprintOf } from "../kit/fingerprint"
import { brokenAnswer } from "../kit/http/failure"
import { modelName } from "../kit/options"
import {
  connectGemini,
  connectionChecks,
  type GeminiAttempt,
  type GeminiConnectionOptions,
} from "./connection"
import { geminiProvider } from "./failure"
import { finishReasonOf, textOf, toResponse, usageOf, verdictOf } from "./reply"
import { toGeminiRequest } from "./request"

export type { GeminiClient } from "./client"
export type { GeminiConnectionOptions } from "./connection"
export { type GeminiEmbedderOptions, geminiEmbedder } from "./embedder"

/** Which model of Gemini is called, and how. */
export interface GeminiOptions extends GeminiConnectionOptions {
  /** For example `gemini-2.5-flash`. */
  readonly model: string
  /** Tokens a call may hold, prompt and output together. @default 1_048_576 */
  readonly contextWindow?: number | undefined
  /**
   * Tokens the model may think; 0 switches it off, -1 leaves it to the model. They count as output and within
   * `maxOutputTokens`. @default the model's own
   */
  readonly thinkingBudget?: number | undefined
  /** How much a model of Gemini 3 or later thinks, in place of `thinkingBudget`. @default the model's own */
  readonly thinkingLevel?: "minimal" | "low" | "medium" | "high" | undefined
}

const geminiChecks: Checks<GeminiOptions> = {
  ...connectionChecks,
  model: modelName,
  contextWindow: optional(integerFrom(1)),
  thinkingBudget: optional(integerFrom(-1)),
  thinkingLevel: optional(oneOf("minimal", "low", "medium", "high")),
}

/**
 * A Gemini model as an LLM, by the package `@google/genai`. One call is one attempt.
 *
 * @throws InvalidArgumentError for a missing key, or an option that makes no sense; each call: ProviderError,
 * InvalidOutputError, TimeoutError, or the signal's reason
 */
export function gemini(options: GeminiOptions): LLM {
  const settings = checkOptions(options, geminiChecks, "options")
  const { model, contextWindow = 1_048_576 } = settings
  const connect = connectGemini(model, settings)
  const thinking = checkThinking(settings)
  return {
    modelId: model,
    fingerprint: fingerprintOf("gemini/1", thinking),
    contextWindow,
    async generate(request: LLMRequest): Promise<LLMResponse> {
      const attempt = connect(request.signal)
      try {
        const reply = await attempt.run((client, call) =>
          client.models.generateContent(toGeminiRequest(model, request, thinking, call)),
        )
        return toResponse(model, reply)
      } catch (error) {
        throw attempt.failure(error, request)
      } finally {
        attempt.close()
      }
    },
    async *stream(request: LLMRequest): AsyncGenerator<LLMChunk> {
      const attempt = connect(request.signal)
      try {
        const replies = await attempt.run((client, call) =>
          client.models.generateContentStream(toGeminiRequest(model, request, thinking, call)),
        )
        yield* toChunks(model, replies, attempt)
      } catch (error) {
        throw attempt.failure(error, request)
      } finally {
        // The SDK leaves the connection open when its stream is left early.
        attempt.close()
      }
    },
  }
}

async function* toChunks(
  model: string,
  replies: AsyncIterable<Parameters<typeof textOf>[0]>,
  attempt: GeminiAttempt,
): AsyncGenerator<LLMChunk> {
  let text = ""
  let verdict: string | undefined
  let usage: TokenUsage | undefined
  const iterator = replies[Symbol.asyncIterator]()
  for (;;) {
    const next = await attempt.wait(() => iterator.next())
    if (next.done) break
    const delta = textOf(next.value)
    text += delta
    verdict = verdictOf(next.value) ?? verdict
    usage = usageOf(next.value?.usageMetadata) ?? usage
    if (delta !== "") yield { text: delta }
  }
  if (verdict === undefined)
    throw brokenAnswer({ ...geminiProvider, model }, "a stream that ended before the reply did")
  yield { text: "", finishReason: finishReasonOf(model, verdict, text), usage }
}

function checkThinking({ thinkingBudget, thinkingLevel }: GeminiOptions) {
  if (thinkingLevel !== undefined && thinkingBudget !== undefined) {
    throw new InvalidArgumentError("thinkingLevel", thinkingLevel, "left out where `thinkingBudget` is given")
  }
  return { thinkingBudget, thinkingLevel }
}
