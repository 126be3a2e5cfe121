import type { ResolvedAgentOptions } from "../../agent/agent-options"
import { endReading } from "../../agent/end-reading"
import { documentRead } from "../../agent/read-document"
import type { DocumentAgentTask, Findings, LLM } from "../../contracts"
import type { TokenCounter } from "../../tokens/token-counter"
import type { RowSpec } from "./ask/row-spec"
import { readManyRows } from "./many-rows"
import { readOneRow } from "./one-row"
import { rowFindings } from "./row-findings"
import type { RowState } from "./row-state"

/** Room that is kept for what is asked behind the passages: other columns, and what is wrong with a report. */
const reservedTokens = 1_500
/** Most of it, as a share of a small window. */
const reservedShare = 1 / 16

/** Room of a model's window that passages leave for what is asked behind them. */
export function reservedFor({ contextWindow }: Pick<LLM, "contextWindow">): number {
  return Math.min(reservedTokens, Math.floor(contextWindow * reservedShare))
}

export type RowRun = ResolvedAgentOptions &
  Omit<DocumentAgentTask, "question" | "plan" | "table"> & {
    readonly llm: LLM
    readonly countTokens: TokenCounter
  }

/**
 * The rows of one document, as findings whose tasks are the columns.
 *
 * @throws as `runDocumentAgent` does
 */
export function readRowsOf(spec: RowSpec, run: RowRun): Promise<Findings> {
  const { document, signal } = run
  const state: RowState = {
    searches: [],
    rows: [],
    stopReason: "finalized",
    isComplete: false,
    cause: undefined,
  }
  const findings = () => rowFindings(document, spec.schema.columns, state)
  return endReading(
    document.id,
    signal,
    async () => {
      const read = documentRead(run, run.countTokens)
      const readRows = spec.ask.task.rows === "many" ? readManyRows : readOneRow
      await readRows(spec, { ...read, reservedTokens: reservedFor(read.llm) }, state)
      return { findings: findings(), cause: state.cause }
    },
    async () => {
      state.isComplete = false
      return state.searches.length === 0 && state.rows.length === 0 ? undefined : findings()
    },
  )
}
