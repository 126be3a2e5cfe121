/** What a scripted agent found for one task. */
export interface FakeAnswer {
  readonly answer: string
  /** Sentences of the document, letter by letter. @default none */
  readonly quotes?: readonly string[] | string | undefined
}

/** A coordinator's reply. */
export function planReply(
  tasks: readonly string[],
  synthesisDirective = "One line a document.",
): { readonly json: unknown } {
  return { json: { reasoning: "", tasks, synthesisDirective } }
}

/** An agent's reply that asks for passages. */
export function searchReply(...queries: readonly string[]): { readonly json: unknown } {
  return { json: { reasoning: "", action: "search", queries, relevance: 0, answers: [] } }
}

/** An agent's report: one answer a task, in their order; undefined where the document does not say. */
export function foundReply(...answers: readonly (FakeAnswer | undefined)[]): { readonly json: unknown } {
  const entries = answers.map((found, index) =>
    found === undefined
      ? { task: index + 1, status: "not-found", answer: "", quotes: [] }
      : { task: index + 1, status: "found", answer: found.answer, quotes: [found.quotes ?? []].flat() },
  )
  const relevance = answers.some((answer) => answer !== undefined) ? 1 : 0
  return { json: { reasoning: "", action: "finalize", queries: [], relevance, answers: entries } }
}
