import { linkAbort, raceAbort } from "./abort"

/**
 * Maps every item with at most `concurrency` calls of `run` at a time; results in the order of the items. The
 * first failure aborts the siblings' signal, starts nothing more, and rejects once the siblings have settled.
 * An abort of `signal` rejects at once with its reason.
 */
export async function mapConcurrent<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  run: (item: Item, index: number, signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result[]> {
  const { controller, unlink } = linkAbort(signal)
  const results = new Array<Result>(items.length)
  let next = 0
  let failure: { readonly error: unknown } | undefined
  const worker = async () => {
    while (next < items.length && !controller.signal.aborted) {
      const index = next++
      try {
        results[index] = await run(items[index]!, index, controller.signal)
      } catch (error) {
        failure ??= { error }
        controller.abort(error)
      }
    }
  }
  try {
    const workers = Array.from({ length: Math.min(concurrency, items.length) }, worker)
    await raceAbort(Promise.all(workers), signal)
  } finally {
    unlink()
  }
  if (failure !== undefined) throw failure.error
  return results
}
