import type { SearchResult } from "../../agent/run-searches"
import type { Findings, FoundRow } from "../../contracts"

/** What one agent has found by now: kept outside of its reading, so that a failure does not lose it. */
export interface RowState {
  readonly searches: SearchResult[]
  rows: readonly FoundRow[]
  stopReason: Findings["stopReason"]
  /** False where what was not found was not looked for to the end, or could not be shown. */
  isComplete: boolean
  /** Why something stayed unread, if it did. */
  cause: Error | undefined
}
