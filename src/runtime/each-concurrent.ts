import { linkAbort, raceAbort } from "./abort"

/**
 * Runs `run` on every item of a sequence that may come slowly, at most `concurrency` at a time; pulls no item before a
 * worker is free for it. The first failure ends the sequence and is thrown once the siblings have settled.
 */
export async function eachConcurrent<Item>(
  source: Iterable<Item> | AsyncIterable<Item>,
  concurrency: number,
  run: (item: Item, index: number, signal: AbortSignal) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted()
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  const { controller, unlink } = linkAbort(signal)
  let turn: Promise<unknown> = Promise.resolve()
  let count = 0
  let ended = false
  let failure: { readonly error: unknown } | undefined
  const pull = (): Promise<{ item: Item; index: number } | undefined> => {
    const pulled = turn.then(async () => {
      if (ended || controller.signal.aborted) return undefined
      const next = await iterator.next()
      if (next.done) ended = true
      return next.done ? undefined : { item: next.value, index: count++ }
    })
    turn = pulled.catch(() => {})
    return pulled
  }
  const worker = async () => {
    try {
      for (let next = await pull(); next !== undefined; next = await pull()) {
        await run(next.item, next.index, controller.signal)
      }
    } catch (error) {
      failure ??= { error }
      controller.abort(error)
    }
  }
  try {
    await raceAbort(Promise.all(Array.from({ length: concurrency }, worker)), signal)
  } finally {
    unlink()
    if (!ended) Promise.resolve(iterator.return?.()).catch(() => {})
  }
  if (failure !== undefined) throw failure.error
}
