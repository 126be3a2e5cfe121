import type { Embedder, EmbedRequest } from "../../contracts"
import { type Checks, checkOptions, type Filled, optional } from "../../runtime/check/options"
import { callable, filledText, integerFrom, positive } from "../../runtime/check/values"

/** How the fake embeds, and what it does before each call. */
export interface FakeEmbedderOptions {
  /** @default 64 */
  readonly dimensions?: number | undefined
  /** @default "fake-embedder" */
  readonly modelId?: string | undefined
  readonly maxBatchSize?: number | undefined
  readonly maxBatchTokens?: number | undefined
  /** Runs before each call (counted from 0); may throw, wait, or return other vectors. */
  readonly onCall?: ((request: EmbedRequest, call: number) => unknown) | undefined
}

/** An embedder for tests, which keeps its requests. */
export interface FakeEmbedder extends Embedder {
  readonly calls: readonly EmbedRequest[]
}

type Open = "maxBatchSize" | "maxBatchTokens" | "onCall"

const optionChecks: Checks<Filled<FakeEmbedderOptions, Open>> = {
  dimensions: optional(integerFrom(1), 64),
  modelId: optional(filledText("a model's name"), "fake-embedder"),
  maxBatchSize: optional(positive),
  maxBatchTokens: optional(positive),
  onCall: optional(callable<NonNullable<FakeEmbedderOptions["onCall"]>>()),
}

/** Deterministic vectors of unit length: each word adds to a few places, so that texts with common words are close. */
export function fakeEmbedder(options: FakeEmbedderOptions = {}): FakeEmbedder {
  const settings = checkOptions(options, optionChecks, "options")
  const { dimensions, modelId, maxBatchSize, maxBatchTokens, onCall } = settings
  const calls: EmbedRequest[] = []
  return {
    modelId,
    dimensions,
    maxBatchSize,
    maxBatchTokens,
    calls,
    async embed(request) {
      request.signal?.throwIfAborted()
      const call = calls.push(request) - 1
      const given = await onCall?.(request, call)
      const vectors = Array.isArray(given)
        ? (given as ArrayLike<number>[])
        : request.texts.map((text) => wordVector(text, dimensions))
      const characters = request.texts.reduce((sum, text) => sum + text.length, 0)
      return { vectors, usage: { inputTokens: Math.ceil(characters / 4), outputTokens: 0 } }
    },
  }
}

function wordVector(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    let hash = 2_166_136_261
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 16_777_619) >>> 0
    for (let place = 0; place < 3; place++) {
      vector[hash % dimensions]! += place % 2 === 0 ? 1 : 0.5
      hash = Math.imul(hash ^ 0x9e37_79b9, 2_654_435_761) >>> 0
    }
  }
  const norm = Math.hypot(...vector)
  return norm === 0 ? vector : vector.map((value) => value / norm)
}
