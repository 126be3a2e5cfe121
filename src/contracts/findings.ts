import type { FoundRow } from "./cell"
import type { Quote } from "./quote"

/** A chunk as an agent saw it. */
export interface Passage {
  readonly chunkId: string
  readonly text: string
  readonly start: number
  readonly end: number
  readonly headings: readonly string[]
  readonly tableHeader?: string | undefined
  readonly score: number
}

/** The answer of one document to one task. */
export interface TaskAnswer {
  /** Position in `plan.tasks`, from 1. */
  readonly task: number
  readonly found: boolean
  /** True where the document was not read far enough to tell; `found` is false then. */
  readonly unread?: true | undefined
  /** An answer whose figures or names stand in nothing that the agent was shown: no fact, and `found` is false. */
  readonly unsupported?: string | undefined
  /** Raw facts; empty where nothing was found. */
  readonly answer: string
  /** Only quotes that were located in the document. */
  readonly quotes: readonly Quote[]
  /** Quotes that the model gave and the document does not hold. */
  readonly unverifiedQuotes?: number | undefined
  /** Their words, cut to 500 UTF-16 units each. */
  readonly refusedQuotes?: readonly RefusedQuote[] | undefined
}

/** A quote that its document does not hold. */
export interface RefusedQuote {
  readonly text: string
  /** Another document of the run that does hold it; absent where none of those that were looked at does. */
  readonly documentId?: string | undefined
}

/** What one agent brings back from one document (the paper's o_i = <s_i, r_i>). */
export interface Findings {
  readonly documentId: string
  readonly title: string
  /** The agent's own confidence that this document matters to the question, in [0, 1]. */
  readonly relevance: number
  /** One line a task: what was found, or that nothing was, or that it was not read so far. */
  readonly report: string
  /** Exactly one a task, in the order of the tasks. */
  readonly answers: readonly TaskAnswer[]
  /** Given where a table is made; the tasks are its columns then. In text order. */
  readonly rows?: readonly FoundRow[] | undefined
  readonly searches: readonly { readonly query: string; readonly passages: readonly Passage[] }[]
  readonly stopReason: "finalized" | "search-limit" | "read-whole"
}
