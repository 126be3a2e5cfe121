import type { Embedder, EmbedPurpose } from "../contracts"
import { InvalidOutputError, ProviderError, RetriesExhaustedError } from "../errors"
import { mapConcurrent } from "../runtime/map-concurrent"
import { nextTurn, runStepsYielding, type Steps } from "../runtime/yield"

export interface EmbedTextsOptions {
  readonly embedder: Embedder
  readonly texts: readonly string[]
  readonly purpose: EmbedPurpose
  readonly countTokens: (text: string) => number
  readonly concurrency: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Vectors of any number of texts, in their order, by requests within the embedder's limits of texts and tokens.
 * A batch that the provider calls too long is halved.
 *
 * @throws InvalidOutputError for a wrong number of vectors, a wrong length, or a value that is not finite
 */
export async function embedTexts(options: EmbedTextsOptions): Promise<readonly Float32Array[]> {
  const { embedder, texts } = options
  const batches = batchTexts(texts, embedder, options.countTokens)
  const embedded = await mapConcurrent(
    batches,
    options.concurrency,
    (batch, _, signal) => embedBatch(batch, options, signal),
    options.signal,
  )
  return embedded.flat()
}

/** The vector of one text to search for. @throws as `embedTexts` does */
export async function embedQuery(
  embedder: Embedder,
  text: string,
  signal: AbortSignal | undefined,
): Promise<Float32Array> {
  const request = { embedder, texts: [text], purpose: "query", countTokens: () => 0, concurrency: 1 } as const
  const [vector] = await embedTexts({ ...request, signal })
  return vector!
}

/** Consecutive groups within both limits; a single text over the token limit is a group of its own. */
function batchTexts(
  texts: readonly string[],
  {
    maxBatchSize = Number.POSITIVE_INFINITY,
    maxBatchTokens,
  }: Pick<Embedder, "maxBatchSize" | "maxBatchTokens">,
  countTokens: (text: string) => number,
): readonly (readonly string[])[] {
  const batches: string[][] = []
  let batch: string[] = []
  let batchTokens = 0
  for (const text of texts) {
    const tokens = maxBatchTokens === undefined ? 0 : countTokens(text)
    const full =
      batch.length >= maxBatchSize || (maxBatchTokens !== undefined && batchTokens + tokens > maxBatchTokens)
    if (batch.length > 0 && full) {
      batches.push(batch)
      batch = []
      batchTokens = 0
    }
    batch.push(text)
    batchTokens += tokens
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}

async function embedBatch(
  texts: readonly string[],
  options: EmbedTextsOptions,
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const { embedder, purpose } = options
  try {
    const { vectors } = await embedder.embed({ texts, purpose, signal })
    const copies = await runStepsYielding(vectorSteps(vectors, texts.length, embedder), signal)
    // An embedder that answers at once must not keep the event loop through thousands of batches.
    await nextTurn()
    return copies
  } catch (error) {
    if (!isTooLong(error) || texts.length === 1) throw error
    const middle = Math.ceil(texts.length / 2)
    const first = await embedBatch(texts.slice(0, middle), options, signal)
    return [...first, ...(await embedBatch(texts.slice(middle), options, signal))]
  }
}

/** True where the provider said that the request was too large for it. */
export function isTooLong(error: unknown): boolean {
  const failure = error instanceof RetriesExhaustedError ? error.cause : error
  return ProviderError.isInstance(failure) && "tooLong" in failure && failure.tooLong === true
}

/** Checked copies, one vector a step: a request may hold thousands. */
function* vectorSteps(
  vectors: readonly ArrayLike<number>[],
  count: number,
  { modelId, dimensions }: Embedder,
): Steps<readonly Float32Array[]> {
  const malformed = (what: string) =>
    new InvalidOutputError(`Embedder ${modelId} returned ${what}.`, { reason: "malformed" })
  if (!Array.isArray(vectors) || vectors.length !== count) {
    throw malformed(`${Array.isArray(vectors) ? vectors.length : "no"} vectors for ${count} texts`)
  }
  const copies: Float32Array[] = []
  for (const [index, vector] of vectors.entries()) {
    if (vector?.length !== dimensions) {
      throw malformed(`a vector of length ${vector?.length} at index ${index}, expected ${dimensions}`)
    }
    if (!holdsNumbers(vector)) throw malformed(`a value that is no number in the vector at index ${index}`)
    const copy = new Float32Array(vector)
    if (!isFinite32(copy)) throw malformed(`a value that is not finite in the vector at index ${index}`)
    copies.push(copy)
    yield
  }
  return copies
}

/** `null`, which JSON writes for NaN, would become 0 in a list of numbers, and text a number. */
function holdsNumbers(vector: ArrayLike<unknown>): boolean {
  if (ArrayBuffer.isView(vector)) return true
  for (let at = 0; at < vector.length; at++) if (typeof vector[at] !== "number") return false
  return true
}

function isFinite32(vector: Float32Array): boolean {
  for (let at = 0; at < vector.length; at++) if (!Number.isFinite(vector[at])) return false
  return true
}
