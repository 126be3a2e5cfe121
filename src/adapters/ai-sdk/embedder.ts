import type { Embedder, EmbedPurpose, EmbedRequest, EmbedResponse } from "../../contracts"
import { InvalidArgumentError, InvalidOutputError } from "../../errors"
import { type Checks, checkOptions, optional } from "../../runtime/check/options"
import { callable, integerFrom } from "../../runtime/check/values"
import { fingerprintOf } from "../kit/fingerprint"
import { brokenAnswer } from "../kit/http/failure"
import { checkPositiveInteger } from "../kit/options"
import { vectorProblem } from "../kit/vectors"
import { type AiSdkOptions, aiSdkChecks, connectAiSdk } from "./call"
import type { AiSdkEmbeddingModel, AiSdkProviderOptions } from "./model"
import { quotaOf } from "./reply"

/** How an embedding model of the AI SDK is called. */
export interface AiSdkEmbedderOptions extends AiSdkOptions {
  /** Length of the model's vectors. A model that has several is told by `providerOptions`. */
  readonly dimensions: number
  /** Texts one request may hold. @default the model's own limit */
  readonly maxBatchSize?: number | undefined
  /** Tokens one request may hold, all texts together. @default no limit */
  readonly maxBatchTokens?: number | undefined
  /** What tells the model the purpose, such as `{ google: { taskType } }`; it joins `providerOptions`. */
  readonly purposeOptions?: ((purpose: EmbedPurpose) => AiSdkProviderOptions) | undefined
}

const embedderChecks: Checks<AiSdkEmbedderOptions> = {
  ...aiSdkChecks,
  dimensions: integerFrom(1),
  maxBatchSize: optional(integerFrom(1)),
  maxBatchTokens: optional(integerFrom(1)),
  purposeOptions: optional(callable<(purpose: EmbedPurpose) => AiSdkProviderOptions>()),
}

/**
 * An embedding model of any AI SDK provider. One call is one attempt and one request.
 *
 * @throws InvalidArgumentError for an option that makes no sense; each call: ProviderError, InvalidOutputError,
 * TimeoutError, or the signal's reason
 */
export function aiSdkEmbedder(model: AiSdkEmbeddingModel, options: AiSdkEmbedderOptions): Embedder {
  const settings = checkOptions(options, embedderChecks, "options")
  const { names, open, warn } = connectAiSdk(model, "doEmbed", settings)
  const { dimensions, maxBatchTokens, purposeOptions } = settings
  const maxBatchSize = batchSizeOf(model, settings.maxBatchSize)
  return {
    modelId: model.modelId,
    fingerprint: fingerprintOf("ai-sdk-embedder/1", names.provider, settings.providerOptions, purposeOptions),
    dimensions,
    maxBatchSize,
    maxBatchTokens,
    async embed({ texts, purpose, signal }: EmbedRequest): Promise<EmbedResponse> {
      if (maxBatchSize !== undefined && texts.length > maxBatchSize) {
        throw new InvalidArgumentError("texts", texts, `a list of at most ${maxBatchSize} texts`)
      }
      const call = open(signal)
      try {
        if (texts.length === 0) return await call.run(async () => ({ vectors: [] }))
        const sent = { ...call.options, ...joined(call.options.providerOptions, purposeOptions?.(purpose)) }
        const reply = await call.run(async () => model.doEmbed({ ...sent, values: [...texts] }))
        warn(reply?.warnings)
        if (!Array.isArray(reply?.embeddings)) throw brokenAnswer(names, "no embeddings")
        const problem = vectorProblem(reply.embeddings, texts.length, dimensions)
        if (problem !== undefined) {
          throw new InvalidOutputError(`Model "${names.model}" of ${names.name} returned ${problem}.`, {
            reason: "malformed",
          })
        }
        const tokens = reply.usage?.tokens
        const usage = Number.isSafeInteger(tokens)
          ? { inputTokens: tokens as number, outputTokens: 0 }
          : undefined
        return { vectors: reply.embeddings, ...(usage === undefined ? {} : { usage }), ...quotaOf(reply) }
      } catch (error) {
        throw call.failure(error, texts)
      } finally {
        call.close()
      }
    },
  }
}

function batchSizeOf(model: AiSdkEmbeddingModel, given: number | undefined): number | undefined {
  if (given !== undefined) return given
  const own = model.maxEmbeddingsPerCall
  if (own === undefined || own === Number.POSITIVE_INFINITY) return undefined
  if (typeof own === "number") return checkPositiveInteger("model.maxEmbeddingsPerCall", own)
  throw new InvalidArgumentError(
    "maxBatchSize",
    given,
    "given, since this model tells its own limit only later",
  )
}

/** Settings for all calls and those for the purpose, provider by provider. */
function joined(all: AiSdkProviderOptions | undefined, own: AiSdkProviderOptions | undefined) {
  if (own === undefined) return {}
  const providers = new Set([...Object.keys(all ?? {}), ...Object.keys(own)])
  const merged = [...providers].map((name) => [name, { ...all?.[name], ...own[name] }] as const)
  return { providerOptions: Object.fromEntries(merged) }
}
