/** A score a document, in the order of the documents; undefined where it can't be scored. */
export type Scores = readonly (number | undefined)[]

/** A document that can't be scored is left to its agent, whose outcome says what is wrong. */
export async function scored<T>(signal: AbortSignal, score: () => Promise<T>): Promise<T | undefined> {
  try {
    return await score()
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}
