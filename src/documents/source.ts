import type { SourceDocument } from "../contracts"

/** A document, or any number of them; of an asynchronous source, one after the other. */
export type DocumentSource = SourceDocument | Iterable<SourceDocument> | AsyncIterable<SourceDocument>

export function isSequence(source: DocumentSource): source is Exclude<DocumentSource, SourceDocument> {
  return (
    typeof source === "object" &&
    source !== null &&
    (Symbol.iterator in source || Symbol.asyncIterator in source)
  )
}

/**
 * The sequence, ended where it fails: what came before the failure is worth finishing. A reader that leaves is
 * passed on at once, also while an item is waited for, so that a stream below can be closed.
 */
export function keepingFailure<Item>(
  source: Iterable<Item> | AsyncIterable<Item>,
  onFailure: (error: unknown) => void,
): AsyncIterable<Item> {
  return {
    [Symbol.asyncIterator]() {
      const iterator =
        Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
      return {
        async next() {
          try {
            return await iterator.next()
          } catch (error) {
            onFailure(error)
            return { done: true, value: undefined }
          }
        },
        async return() {
          await iterator.return?.()
          return { done: true, value: undefined }
        },
      }
    },
  }
}
