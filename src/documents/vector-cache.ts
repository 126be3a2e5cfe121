import type { Embedder } from "../contracts"
import { sha256 } from "../runtime/hash"

/**
 * Vectors that were paid for and whose document is not stored yet, so that a repeated add pays only for what is
 * missing. The oldest go first where `maxBytes` is reached.
 */
export interface VectorCache {
  get(key: string): Float32Array | undefined
  set(key: string, vector: Float32Array): void
  release(keys: readonly string[]): void
}

/** @param maxBytes of vectors @default 67_108_864, about 11,000 of 1,536 dimensions */
export function createVectorCache(maxBytes = 67_108_864): VectorCache {
  const vectors = new Map<string, Float32Array>()
  let bytes = 0
  const drop = (key: string) => {
    bytes -= vectors.get(key)?.byteLength ?? 0
    vectors.delete(key)
  }
  return {
    get: (key) => vectors.get(key),
    set(key, vector) {
      drop(key)
      vectors.set(key, vector)
      bytes += vector.byteLength
      for (const oldest of vectors.keys()) {
        if (bytes <= maxBytes) break
        drop(oldest)
      }
    },
    release(keys) {
      for (const key of keys) drop(key)
    },
  }
}

/** What a vector depends on: whose it is, what it is for, and the text. */
export function vectorKey({ modelId, dimensions }: Embedder, text: string): Promise<string> {
  return sha256(JSON.stringify([modelId, dimensions, "document", text]))
}
