import { embedTexts } from "../calls/embed-texts"
import type { Embedder } from "../contracts"
import { raceAbort } from "../runtime/abort"
import { type VectorCache, vectorKey } from "./vector-cache"

/** One document's place in the queue. */
export interface QueuePlace {
  /** Vectors of the document's texts, in their order. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>
  /** The vectors are stored: they need not be kept for a repeated add. */
  release(): void
  /** No text will come any more; safe to call twice. */
  leave(): void
}

export interface EmbedQueueOptions {
  readonly embedder: Embedder
  readonly cache: VectorCache
  readonly countTokens: (text: string) => number
  /** Requests under way at a time. */
  readonly concurrency: number
  readonly signal: AbortSignal | undefined
}

/** One document that waits for vectors. */
interface Waiter {
  readonly vectors: Float32Array[]
  missing: number
  /** Requests with texts of it that are under way. */
  underWay: number
  failure: { readonly error: unknown } | undefined
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

interface Entry {
  readonly waiter: Waiter
  readonly position: number
  readonly text: string
  readonly key: string
}

/**
 * Collects the texts of documents that are indexed at once into requests as large as the embedder takes. A request
 * that is not full is sent when no document is on its way to the queue and no other such request is under way.
 *
 * Where a request with texts of several documents fails, each document's part is asked for again by itself, so that
 * a text that the embedder refuses fails its own document only.
 */
export function createEmbedQueue(options: EmbedQueueOptions): () => QueuePlace {
  const { embedder, cache, countTokens, concurrency, signal } = options
  const { maxBatchSize = Number.POSITIVE_INFINITY, maxBatchTokens = Number.POSITIVE_INFINITY } = embedder
  let waiting: Entry[] = []
  let apart: (readonly Entry[])[] = []
  let onTheWay = 0
  let underWay = 0
  let partUnderWay = false

  /** How many of the waiting texts fill one request, and whether more would not fit. */
  const nextBatch = () => {
    let tokens = 0
    for (const [count, { text }] of waiting.entries()) {
      tokens += maxBatchTokens === Number.POSITIVE_INFINITY ? 0 : countTokens(text)
      if (count > 0 && (count >= maxBatchSize || tokens > maxBatchTokens)) return { count, full: true }
    }
    return { count: waiting.length, full: waiting.length >= maxBatchSize }
  }
  const sendAll = () => {
    while (underWay < concurrency && !signal?.aborted) {
      const alone = apart.shift()
      if (alone !== undefined) {
        send(alone, false)
        continue
      }
      if (waiting.length === 0) return
      const { count, full } = nextBatch()
      if (!full && (onTheWay > 0 || partUnderWay)) return
      send(waiting.splice(0, count), !full)
    }
  }
  const send = (batch: readonly Entry[], part: boolean) => {
    underWay += 1
    partUnderWay ||= part
    const texts = batch.map(({ text }) => text)
    const waiters = [...new Set(batch.map(({ waiter }) => waiter))]
    for (const waiter of waiters) waiter.underWay += 1
    embedTexts({ embedder, texts, purpose: "document", countTokens: () => 0, concurrency: 1, signal })
      .then(
        (vectors) => {
          for (const [index, vector] of vectors.entries()) deliver(batch[index]!, vector)
        },
        (error: unknown) => fail(batch, waiters, error),
      )
      .finally(() => {
        for (const waiter of waiters) {
          waiter.underWay -= 1
          // Only now, so that what was paid for meanwhile is kept for a repeated add.
          if (waiter.failure !== undefined && waiter.underWay === 0) waiter.reject(waiter.failure.error)
        }
        underWay -= 1
        if (part) partUnderWay = false
        sendAll()
      })
  }
  const deliver = ({ waiter, position, key }: Entry, vector: Float32Array) => {
    cache.set(key, vector)
    waiter.vectors[position] = vector
    waiter.missing -= 1
    if (waiter.missing === 0) waiter.resolve()
  }
  const fail = (batch: readonly Entry[], waiters: readonly Waiter[], error: unknown) => {
    if (waiters.length > 1 && !signal?.aborted) {
      for (const waiter of waiters) apart.push(batch.filter((entry) => entry.waiter === waiter))
      return
    }
    for (const waiter of waiters) waiter.failure ??= { error }
    waiting = waiting.filter(({ waiter }) => waiter.failure === undefined)
    apart = apart.filter(([first]) => first?.waiter.failure === undefined)
  }

  return () => {
    let present = true
    let keys: readonly string[] = []
    onTheWay += 1
    const leave = () => {
      if (!present) return
      present = false
      onTheWay -= 1
      sendAll()
    }
    return {
      leave,
      release: () => cache.release(keys),
      async embed(texts) {
        keys = await Promise.all(texts.map((text) => vectorKey(embedder, text)))
        const vectors = new Array<Float32Array>(texts.length)
        const done = new Promise<void>((resolve, reject) => {
          const waiter: Waiter = { vectors, missing: 0, underWay: 0, failure: undefined, resolve, reject }
          for (const [position, text] of texts.entries()) {
            const key = keys[position]!
            const known = cache.get(key)
            if (known !== undefined) vectors[position] = known
            else waiting.push({ waiter, position, text, key })
          }
          waiter.missing = texts.filter((_, position) => vectors[position] === undefined).length
          if (waiter.missing === 0) resolve()
        })
        leave()
        await raceAbort(done, signal)
        return vectors
      },
    }
  }
}
