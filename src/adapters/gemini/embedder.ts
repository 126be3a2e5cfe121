import type { Embedder, EmbedPurpose, EmbedRequest, EmbedResponse } from "../../contracts"
import { InvalidArgumentError, InvalidOutputError } from "../../errors"
import { type Checks, checkOptions, optional } from "../../runtime/check/options"
import { integerFrom } from "../../runtime/check/values"
import { fingerprintOf } from "../kit/fingerprint"
import { brokenAnswer } from "../kit/http/failure"
import { modelName } from "../kit/options"
import { vectorProblem } from "../kit/vectors"
import { connectGemini, connectionChecks, type GeminiConnectionOptions } from "./connection"
import { geminiProvider } from "./failure"

/** The service refuses more requests in one batch. */
const maxBatchSize = 100

const taskTypes: { readonly [purpose in EmbedPurpose]: string } = {
  document: "RETRIEVAL_DOCUMENT",
  query: "RETRIEVAL_QUERY",
  clustering: "CLUSTERING",
}

/** Which embedding model of Gemini is called, and how. */
export interface GeminiEmbedderOptions extends GeminiConnectionOptions {
  /** @default "gemini-embedding-001" */
  readonly model?: string | undefined
  /** Length of a vector, 1 to 3,072; 768, 1,536 and 3,072 are the lengths it was trained for. @default 1_536 */
  readonly dimensions?: number | undefined
}

const embedderChecks: Checks<GeminiEmbedderOptions> = {
  ...connectionChecks,
  model: optional(modelName),
  dimensions: optional(integerFrom(1)),
}

/**
 * A Gemini embedding model, by the package `@google/genai`. One call is one attempt and one request of at most
 * 100 texts. The service reports no usage.
 *
 * @throws InvalidArgumentError for a missing key, or an option that makes no sense; each call: ProviderError,
 * InvalidOutputError, TimeoutError, or the signal's reason
 */
export function geminiEmbedder(options: GeminiEmbedderOptions = {}): Embedder {
  const settings = checkOptions(options, embedderChecks, "options")
  const { model = "gemini-embedding-001", dimensions = 1_536 } = settings
  const connect = connectGemini(model, settings)
  return {
    modelId: model,
    fingerprint: fingerprintOf("gemini-embedder/1"),
    dimensions,
    maxBatchSize,
    async embed({ texts, purpose, signal }: EmbedRequest): Promise<EmbedResponse> {
      if (texts.length > maxBatchSize) {
        throw new InvalidArgumentError("texts", texts, `a list of at most ${maxBatchSize} texts`)
      }
      const attempt = connect(signal)
      try {
        if (texts.length === 0) return await attempt.wait(async () => ({ vectors: [] }))
        const reply = await attempt.run((client, call) =>
          client.models.embedContent({
            model,
            contents: [...texts],
            config: { ...call, taskType: taskTypes[purpose], outputDimensionality: dimensions },
          }),
        )
        if (!Array.isArray(reply?.embeddings))
          throw brokenAnswer({ ...geminiProvider, model }, "a body without vectors")
        const vectors = reply.embeddings.map((embedding) => embedding?.values)
        const problem = vectorProblem(vectors, texts.length, dimensions)
        if (problem !== undefined) {
          throw new InvalidOutputError(`Gemini model ${model} returned ${problem}.`, { reason: "malformed" })
        }
        return { vectors }
      } catch (error) {
        throw attempt.failure(error, texts)
      } finally {
        attempt.close()
      }
    },
  }
}
