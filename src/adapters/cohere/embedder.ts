import type { Embedder, EmbedPurpose, EmbedRequest, EmbedResponse } from "../../contracts"
import { InvalidArgumentError } from "../../errors"
import { type Checks, checkOptions, optional } from "../../runtime/check/options"
import { integerFrom, oneOf } from "../../runtime/check/values"
import { fingerprintOf } from "../kit/fingerprint"
import { brokenAnswer } from "../kit/http/failure"
import { modelName } from "../kit/options"
import { vectorProblem } from "../kit/vectors"
import type { CohereEmbedRequest } from "./client"
import { type CohereConnectionOptions, connectCohere, connectionChecks } from "./connection"
import { cohere, unusable } from "./failure"

/** The service refuses more texts in one request. */
const maxBatchSize = 96

const v4Dimensions = [256, 512, 1_024, 1_536]

const inputTypes: { readonly [purpose in EmbedPurpose]: CohereEmbedRequest["inputType"] } = {
  document: "search_document",
  query: "search_query",
  clustering: "clustering",
}

/** Which embedding model of Cohere is called, and how. */
export interface CohereEmbedderOptions extends CohereConnectionOptions {
  /** @default "embed-v4.0" */
  readonly model?: string | undefined
  /** Length of a vector; of embed-v4.0 256, 512, 1,024 or 1,536, of an older model its own length. @default 1_536 */
  readonly dimensions?: number | undefined
  /** Which end of a text that is too long is cut off; `NONE` refuses it with an error. @default "NONE" */
  readonly truncate?: "NONE" | "START" | "END" | undefined
}

const embedderChecks: Checks<CohereEmbedderOptions> = {
  ...connectionChecks,
  model: optional(modelName),
  dimensions: optional(integerFrom(1)),
  truncate: optional(oneOf("NONE", "START", "END")),
}

/**
 * A Cohere embedding model, by the package `cohere-ai`. One call is one attempt and one request of at most 96 texts.
 *
 * @throws InvalidArgumentError for a missing key, or an option that makes no sense; each call: ProviderError,
 * InvalidOutputError, TimeoutError, or the signal's reason
 */
export function cohereEmbedder(options: CohereEmbedderOptions = {}): Embedder {
  const settings = checkOptions(options, embedderChecks, "options")
  const { model = "embed-v4.0", dimensions = 1_536, truncate = "NONE" } = settings
  checkDimensions(model, dimensions)
  const attempt = connectCohere(model, settings)
  // Models before the fourth generation have one length and refuse the parameter.
  const outputDimension = isBeforeV4(model) ? {} : { outputDimension: dimensions }
  return {
    modelId: model,
    fingerprint: fingerprintOf("cohere-embedder/1", truncate),
    dimensions,
    maxBatchSize,
    async embed({ texts, purpose, signal }: EmbedRequest): Promise<EmbedResponse> {
      signal?.throwIfAborted()
      if (texts.length > maxBatchSize) {
        throw new InvalidArgumentError("texts", texts, `a list of at most ${maxBatchSize} texts`)
      }
      if (texts.length === 0) return { vectors: [] }
      const reply = await attempt(signal, texts, (client, call) =>
        client.embed(
          {
            model,
            inputType: inputTypes[purpose],
            embeddingTypes: ["float"],
            texts: [...texts],
            truncate,
            ...outputDimension,
          },
          call,
        ),
      )
      const vectors = reply?.embeddings?.float
      // The SDK hands over a body that is no JSON as if it were an answer.
      if (vectors === undefined) throw brokenAnswer({ ...cohere, model }, "a body without vectors")
      const problem = vectorProblem(vectors, texts.length, dimensions)
      if (problem !== undefined) throw unusable(model, problem)
      const inputTokens = reply?.meta?.billedUnits?.inputTokens
      return inputTokens === undefined ? { vectors } : { vectors, usage: { inputTokens, outputTokens: 0 } }
    },
  }
}

function isBeforeV4(model: string): boolean {
  return /-v[123]\.\d$/.test(model)
}

function checkDimensions(model: string, dimensions: number): void {
  if (model.startsWith("embed-v4") && !v4Dimensions.includes(dimensions)) {
    throw new InvalidArgumentError("dimensions", dimensions, `one of ${v4Dimensions.join(", ")} for ${model}`)
  }
}
