/// <reference types="node" />
import type { Embedder, EmbedPurpose, EmbedRequest, EmbedResponse } from "../../contracts"
import { InvalidArgumentError, InvalidOutputError } from "../../errors"
import { type Checks, checkOptions, group, optional } from "../../runtime/check/options"
import { integerFrom, text } from "../../runtime/check/values"
import { fingerprintOf } from "../kit/fingerprint"
import { createPool } from "./pool"
import {
  checkContextWindow,
  type Disposable,
  type LocalOptions,
  localChecks,
  localRuntime,
  tooLong,
} from "./runtime"

/** Which weights embed, and how. */
export interface LocalEmbedderOptions extends LocalOptions {
  /** Length of the model's vectors; checked when it is loaded. */
  readonly dimensions: number
  /** Tokens one text may have; a longer one fails. @default 512 */
  readonly contextWindow?: number | undefined
  /** What the model wants in front of a text, such as `{ query: "query: ", document: "passage: " }`. @default none */
  readonly prefixes?: { readonly [purpose in EmbedPurpose]?: string } | undefined
  /** Texts one call may hold; they are computed one after the other. @default 32 */
  readonly maxBatchSize?: number | undefined
}

type Prefixes = NonNullable<LocalEmbedderOptions["prefixes"]>

const embedderChecks: Checks<LocalEmbedderOptions> = {
  ...localChecks,
  dimensions: integerFrom(1),
  contextWindow: optional(integerFrom(1)),
  prefixes: optional(
    group<Prefixes>({ document: optional(text), query: optional(text), clustering: optional(text) }),
  ),
  maxBatchSize: optional(integerFrom(1)),
}

/**
 * An embedding model on this machine, by the package `node-llama-cpp`. Vectors have length 1. Calls run one after
 * the other.
 *
 * @throws InvalidArgumentError for an option that makes no sense; each call: InvalidArgumentError for a model that
 * is not there or of other dimensions, ProviderError, InvalidOutputError, or the signal's reason
 */
export function localEmbedder(options: LocalEmbedderOptions): Embedder & Disposable {
  const settings = checkOptions(options, embedderChecks, "options")
  const { dimensions, contextWindow = 512, maxBatchSize = 32, prefixes = {} } = settings
  const runtime = localRuntime(settings, async (model) => {
    checkContextWindow(contextWindow, model)
    if (model.embeddingVectorSize !== dimensions) {
      const expected = `${model.embeddingVectorSize}, the length of the model's vectors`
      throw new InvalidArgumentError("dimensions", dimensions, expected)
    }
    const context = await model.createEmbeddingContext({
      contextSize: contextWindow,
      batchSize: contextWindow,
    })
    return createPool([context], Number.POSITIVE_INFINITY)
  })
  return {
    modelId: runtime.modelId,
    dimensions,
    fingerprint: fingerprintOf("local-embedder/1", prefixes),
    maxBatchSize,
    dispose: () => runtime.dispose((pool) => pool.idle()),
    async embed({ texts, purpose, signal }: EmbedRequest): Promise<EmbedResponse> {
      if (texts.length > maxBatchSize) {
        throw new InvalidArgumentError("texts", texts, `a list of at most ${maxBatchSize} texts`)
      }
      signal?.throwIfAborted()
      if (texts.length === 0) return { vectors: [] }
      return runtime.call(signal, (pool, child) =>
        pool.use(
          ([context]) => context!,
          async (context) => {
            const inputs = texts.map((text) => `${prefixes[purpose] ?? ""}${text}`)
            const lengths = inputs.map((input) => context.calculateInputLength(input))
            const longest = lengths.reduce((most, length) => Math.max(most, length), 0)
            if (longest >= contextWindow) throw tooLong(runtime.modelId, longest, contextWindow - 1)
            const vectors: number[][] = []
            for (const input of inputs) {
              child.throwIfAborted()
              vectors.push(unit(runtime.modelId, (await context.getEmbeddingFor(input)).vector, dimensions))
            }
            const inputTokens = lengths.reduce((sum, length) => sum + length, 0)
            return { vectors, usage: { inputTokens, outputTokens: 0 } }
          },
          child,
        ),
      )
    },
  }
}

function unit(modelId: string, vector: readonly number[], dimensions: number): number[] {
  const length = Math.hypot(...vector)
  if (vector.length === dimensions && length > 0 && Number.isFinite(length)) {
    return vector.map((value) => value / length)
  }
  throw new InvalidOutputError(
    `Local model "${modelId}" returned a vector of ${vector.length} values and length ${length}.`,
    {
      reason: "malformed",
    },
  )
}
