import type { Embedder } from "../../contracts"
import { keyOf, type RunCache, readEntry, shareCall, writeEntry } from "./call-cache"

/** A policed embedder whose vectors are kept, each text by itself: batches are cut otherwise from run to run. */
export function withEmbedderCache(policed: Embedder, plug: Embedder, cache: RunCache): Embedder {
  const { modelId, dimensions, fingerprint } = plug
  return {
    ...policed,
    async embed(request) {
      const { texts, purpose, signal } = request
      const keyFor = (text: string) => keyOf("embed", modelId, dimensions, fingerprint, purpose, text)
      const keys = await Promise.all(texts.map(keyFor))
      const hit = () => cache.meter.recordCached(modelId, undefined)
      const vectors = await shareCall(
        cache,
        keys.join(),
        signal,
        async () => {
          const found = await Promise.all(
            keys.map((key) => readEntry(cache, key, (result) => decode(result, dimensions))),
          )
          const missing = texts.flatMap((_, at) => (found[at] === undefined ? [at] : []))
          if (missing.length === 0) {
            hit()
            return found as readonly ArrayLike<number>[]
          }
          const { vectors } = await policed.embed({ ...request, texts: missing.map((at) => texts[at]!) })
          // What is wrong with them is said where all vectors are checked.
          if (vectors?.length !== missing.length) return vectors
          const embedded = new Map(missing.map((at, index) => [at, vectors[index]!]))
          const all = found.map((vector, at) => vector ?? embedded.get(at)!)
          await Promise.all(missing.map((at) => keep(keys[at]!, all[at]!)))
          return all
        },
        hit,
      )
      return { vectors }
    },
  }

  async function keep(key: string, vector: ArrayLike<number>): Promise<void> {
    const text = encode(vector, dimensions)
    if (text !== undefined) await writeEntry(cache, key, text)
  }
}

/** 32-bit floats, which is what the core computes with, as base64; undefined for what is no vector. */
function encode(vector: ArrayLike<number>, dimensions: number): string | undefined {
  if (vector?.length !== dimensions) return undefined
  const floats = Float32Array.from(vector)
  if (!floats.every(Number.isFinite)) return undefined
  let binary = ""
  for (const byte of new Uint8Array(floats.buffer)) binary += String.fromCharCode(byte)
  return btoa(binary)
}

function decode(result: unknown, dimensions: number): Float32Array | undefined {
  if (typeof result !== "string") return undefined
  try {
    const bytes = Uint8Array.from(atob(result), (character) => character.charCodeAt(0))
    const vector = bytes.length === 4 * dimensions ? new Float32Array(bytes.buffer) : undefined
    return vector?.every(Number.isFinite) ? vector : undefined
  } catch {
    return undefined
  }
}
