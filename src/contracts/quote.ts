/** A verbatim slice of a document: `text.slice(start, end) === quote.text`. */
export interface Quote {
  readonly text: string
  readonly chunkId: string
  readonly start: number
  readonly end: number
  /** True where the agent gave none that holds its answer, and the library found this one in what the agent was shown. */
  readonly foundByLibrary?: true | undefined
}
