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

/** What a scripted agent found for one column. */
export interface FakeCell {
  readonly value: unknown
  /** Sentences of the document, letter by letter. @default none */
  readonly quotes?: readonly string[] | string | undefined
  /** @default "" */
  readonly written?: string | undefined
  /** @default "found" */
  readonly status?: "found" | "computed" | "not-found" | undefined
}

/** The cells of one scripted row, by the columns' names; undefined where the document does not say. */
export type FakeRow = Readonly<Record<string, FakeCell | undefined>>

/** An agent's report of the one row of a document. */
export function rowReply(row: FakeRow): { readonly json: unknown } {
  return { json: { reasoning: "", action: "finalize", queries: [], row: rowEntries(row) } }
}

/** An agent's report of the rows of a document, where there may be several. */
export function rowsReply(rows: readonly FakeRow[]): { readonly json: unknown } {
  return { json: { reasoning: "", action: "finalize", queries: [], rows: rows.map(rowEntries) } }
}

function rowEntries(row: FakeRow): object {
  const entries = Object.entries(row).map(([name, cell]) => {
    const {
      value = "",
      quotes = [],
      written = "",
      status = cell === undefined ? "not-found" : "found",
    } = cell ?? {}
    return [name, { written, quotes: [quotes].flat(), status, value }]
  })
  return Object.fromEntries(entries)
}
