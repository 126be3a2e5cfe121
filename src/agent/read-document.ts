import { defaultOutputTokens, generateJson } from "../calls/generate-json"
import type { DocumentSearch, LLM, RunEvent, StageRun, StoredDocument } from "../contracts"
import { InvalidArgumentError } from "../errors"
import type { TextSlice } from "../evidence/slices"
import { safeListener } from "../runtime/emit"
import type { TokenCounter } from "../tokens/token-counter"
import type { AgentSettings, ResolvedAgentOptions } from "./agent-options"
import { type Conversation, startConversation } from "./conversation"
import type { AgentTurn } from "./reply/agent-reply"
import type { ReportForm } from "./report-form"
import { runSearches, type SearchResult } from "./run-searches"
import { showResults } from "./show-results"

/** One document, and the model that reads it. */
export interface DocumentRead {
  readonly document: StoredDocument
  readonly search: DocumentSearch
  readonly llm: LLM
  readonly settings: AgentSettings
  /** Room that the passages leave for what is said behind them. @default 0 */
  readonly reservedTokens?: number | undefined
  readonly countTokens: (text: string) => number
  readonly emit: (event: RunEvent) => void
  readonly signal: AbortSignal | undefined
}

/** What one agent has done by now: kept outside of its loop, so that a failure does not lose it. */
export interface Reading<Reply extends AgentTurn> {
  readonly searches: SearchResult[]
  /** The last one that reported. */
  reply: Reply | undefined
  shown: readonly TextSlice[]
}

/** How the loop ended. */
export interface ReadEnd {
  readonly stopReason: "finalized" | "search-limit" | "read-whole"
  /** False where what was not found was not looked for to the end, or could not be shown. */
  readonly isComplete: boolean
  readonly conversation: Conversation
  /** Why something stayed unread, if it did. */
  readonly unreadCause: Error
  /** Undefined where the agent does not say. */
  readonly relevance: number | undefined
}

/** The model under the run, with the settings that follow from its window. */
export function documentRead(
  run: ResolvedAgentOptions &
    StageRun & { readonly document: StoredDocument; readonly search: DocumentSearch; readonly llm: LLM },
  countTokens: TokenCounter,
): DocumentRead {
  const llm = run.calls?.llm(run.llm) ?? run.llm
  const { document, search, signal, maxOutputTokens = defaultOutputTokens(llm.contextWindow) } = run
  const settings = { ...run, maxOutputTokens }
  return { document, search, signal, llm, countTokens, settings, emit: safeListener(run.onEvent) }
}

/** The settings, with the reserve counted as output. */
export function withReserve({ settings, reservedTokens = 0 }: DocumentRead): AgentSettings {
  return { ...settings, maxOutputTokens: settings.maxOutputTokens + reservedTokens }
}

/** The loop of one agent: searches in its document, bounded by `maxSearches`, then a report. */
export async function readDocument<Reply extends AgentTurn>(
  read: DocumentRead,
  form: ReportForm<Reply>,
  reading: Reading<Reply>,
): Promise<ReadEnd> {
  const { llm, settings, search, countTokens, emit, signal } = read
  const conversation = await startConversation({ ...read, form, settings: withReserve(read) })
  reading.shown = conversation.shown.slices
  let searchesLeft = conversation.isWhole ? 0 : settings.maxSearches
  let isComplete = conversation.isWhole
  for (;;) {
    const { value: reply, problem } = await generateJson({
      llm,
      messages: conversation.messages,
      schema: form.schema({
        maySearch: searchesLeft > 0,
        hasRead: conversation.isWhole || conversation.shown.hasFound,
      }),
      maxOutputTokens: settings.maxOutputTokens,
      temperature: settings.temperature,
      countTokens,
      signal,
    })
    const reports = form.reports(reply)
    if (reports) reading.reply = reply
    if (reply.action === "finalize") {
      if (problem !== undefined && !reports) throw problem
      const { isWhole } = conversation
      const stopReason = isWhole ? "read-whole" : searchesLeft === 0 ? "search-limit" : "finalized"
      const { relevance } = reply
      return { stopReason, relevance, isComplete, conversation, unreadCause: problem ?? tooSmall(llm) }
    }
    const queries = reply.queries.slice(0, Math.min(settings.maxQueriesPerTurn, searchesLeft))
    const results = await runSearches(queries, search, emit, signal)
    reading.searches.push(...results)
    searchesLeft -= queries.length
    const turn = showResults({ reply, results, searchesLeft, asked: form.asked, conversation, countTokens })
    searchesLeft = turn.searchesLeft
    isComplete = turn.whole && conversation.shown.hasFound
  }
}

/** The cause of what stayed unread because it was never shown. */
export function tooSmall({ contextWindow }: LLM): InvalidArgumentError {
  const expected = "larger: passages that an agent asked for did not fit, so that some tasks stayed unread"
  return new InvalidArgumentError("llm.contextWindow", contextWindow, expected)
}
