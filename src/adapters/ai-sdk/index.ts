/**
 * Models, embedders and rerankers of the AI SDK as plugs.
 *
 * @module spd-rag/ai-sdk
 */
import type { LLM, LLMChunk, LLMRequest, LLMResponse, TokenUsage } from "../../contracts"
import { type Checks, checkOptions, optional } from "../../runtime/check/options"
import { integerFrom, oneOf } from "../../runtime/check/values"
import { fingerprintOf } from "../kit/fingerprint"
import { brokenAnswer } from "../kit/http/failure"
import { type AiSdkCall, type AiSdkConnection, type AiSdkOptions, aiSdkChecks, connectAiSdk } from "./call"
import { streamFailure } from "./failure"
import type {
  AiSdkAnswered,
  AiSdkFinishReason,
  AiSdkLanguageModel,
  AiSdkStreamPart,
  AiSdkWarning,
} from "./model"
import { finishReasonOf, quotaOf, toResponse, usageOf, verdictOf } from "./reply"
import { type AiSdkJsonSchema, checkSchemaTaken, toAiSdkRequest } from "./request"

export type { AiSdkOptions } from "./call"
export { type AiSdkEmbedderOptions, aiSdkEmbedder } from "./embedder"
export type {
  AiSdkEmbeddingModel,
  AiSdkLanguageModel,
  AiSdkProviderOptions,
  AiSdkRerankingModel,
  AiSdkWarning,
} from "./model"
export type { AiSdkJsonSchema } from "./request"
export { type AiSdkRerankerOptions, aiSdkReranker } from "./reranker"

/** How a language model of the AI SDK is called, and what it can take. */
export interface AiSdkLLMOptions extends AiSdkOptions {
  /** Tokens a call may hold, prompt and output together; the AI SDK does not know it. */
  readonly contextWindow: number
  /**
   * How a JSON Schema reaches the model: by the provider's response format, or written into the system prompt for
   * models that know JSON at most. @default "response-format"
   */
  readonly jsonSchema?: AiSdkJsonSchema | undefined
}

const llmChecks: Checks<AiSdkLLMOptions> = {
  ...aiSdkChecks,
  contextWindow: integerFrom(1),
  jsonSchema: optional(oneOf<AiSdkJsonSchema>("response-format", "prompt")),
}

/**
 * A language model of any AI SDK provider as an LLM. One call is one attempt.
 *
 * @throws InvalidArgumentError for an option that makes no sense, and by a call whose JSON Schema the provider says
 * it leaves out; each call: ProviderError, InvalidOutputError, TimeoutError, or the signal's reason
 */
export function aiSdk(model: AiSdkLanguageModel, options: AiSdkLLMOptions): LLM {
  const settings = checkOptions(options, llmChecks, "options")
  const { contextWindow, jsonSchema: mode = "response-format" } = settings
  const connection = connectAiSdk(model, "doGenerate", settings)
  const { names, open } = connection
  const takeWarnings = (request: LLMRequest, warnings: readonly AiSdkWarning[] | undefined) => {
    connection.warn(warnings)
    checkSchemaTaken(names.model, request, mode, warnings)
  }
  return {
    modelId: model.modelId,
    fingerprint: fingerprintOf("ai-sdk/1", names.provider, settings.providerOptions, mode),
    contextWindow,
    async generate(request: LLMRequest): Promise<LLMResponse> {
      const call = open(request.signal)
      try {
        const sent = toAiSdkRequest(request, mode, call.options)
        const reply = await call.run(async () => model.doGenerate(sent))
        takeWarnings(request, reply?.warnings)
        return toResponse(names, reply, request.jsonSchema !== undefined)
      } catch (error) {
        throw call.failure(error, request)
      } finally {
        call.close()
      }
    },
    async *stream(request: LLMRequest): AsyncGenerator<LLMChunk> {
      const call = open(request.signal)
      try {
        const sent = toAiSdkRequest(request, mode, call.options)
        const reply = await call.run(async () => model.doStream(sent))
        if (typeof reply?.stream?.getReader !== "function") throw brokenAnswer(names, "no stream")
        yield* toChunks(names, reply, call, (warnings) => takeWarnings(request, warnings))
      } catch (error) {
        throw call.failure(error, request)
      } finally {
        // Providers leave the connection open when their stream is left early.
        call.close()
      }
    },
  }
}

async function* toChunks(
  names: AiSdkConnection["names"],
  reply: AiSdkAnswered & { readonly stream: ReadableStream<AiSdkStreamPart> },
  call: AiSdkCall,
  takeWarnings: (warnings: readonly AiSdkWarning[] | undefined) => void,
): AsyncGenerator<LLMChunk> {
  let text = ""
  let finish: { reason: AiSdkFinishReason | undefined; usage: TokenUsage | undefined } | undefined
  const reader = reply.stream.getReader()
  try {
    for (;;) {
      const { done, value: part } = await call.run(() => reader.read())
      if (done) break
      if (part.type === "error") throw streamFailure(names, part.error)
      if (part.type === "stream-start") takeWarnings(part.warnings)
      if (part.type === "finish") finish = { reason: part.finishReason, usage: usageOf(part.usage) }
      if (part.type !== "text-delta" || typeof part.delta !== "string" || part.delta === "") continue
      text += part.delta
      yield { text: part.delta }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
  const verdict = verdictOf(finish?.reason)
  const unsaid = verdict.unified === "unknown" || (verdict.unified === "other" && verdict.raw === undefined)
  if (finish === undefined || unsaid) throw brokenAnswer(names, "a stream that ended before the reply did")
  yield {
    text: "",
    finishReason: finishReasonOf(names, verdict, text),
    usage: finish.usage,
    ...quotaOf(reply),
  }
}
