import { taskKey } from "../agent/reply/schema"

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
  return { json: { reasoning: "", action: "search", queries, answers: {}, relevance: 0 } }
}

/** An agent's report: one answer a task, in their order; undefined where the document does not say. */
export function foundReply(...answers: readonly (FakeAnswer | undefined)[]): { readonly json: unknown } {
  const entries = answers.map((found, index) => [
    taskKey(index + 1),
    { quotes: [found?.quotes ?? []].flat(), answer: found?.answer ?? "" },
  ])
  const relevance = answers.some((answer) => answer !== undefined) ? 1 : 0
  const report = { answers: Object.fromEntries(entries), relevance }
  return { json: { reasoning: "", action: "finalize", queries: [], ...report } }
}
