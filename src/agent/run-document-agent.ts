import { defaultOutputTokens, generateJson } from "../calls/generate-json"
import type { DocumentAgentTask, Findings, LLM } from "../contracts"
import { DocumentAgentError, InvalidArgumentError, LimitExceededError } from "../errors"
import { planData, storedDocumentData } from "../runtime/check/data"
import { type Checks, checkOptions, optional } from "../runtime/check/options"
import { llmPlug, searchPlug, stageRunChecks } from "../runtime/check/plugs"
import { callable, filledText } from "../runtime/check/values"
import { safeListener } from "../runtime/emit"
import {
  countTokens as countTokensDefault,
  loadTokenCounter,
  type TokenCounter,
} from "../tokens/count-tokens"
import { type AgentOptions, agentChecks, type ResolvedAgentOptions } from "./agent-options"
import { startConversation } from "./conversation"
import { findingsOf, type Reading, type ReadingEnd } from "./reading"
import { agentReplySchema } from "./reply/schema"
import { runSearches } from "./run-searches"
import { showResults } from "./show-results"

/** Spread an agent's task into it, and the calls go through the run: retries, limits, meter and events. */
export interface RunDocumentAgentOptions extends AgentOptions, DocumentAgentTask {
  readonly llm: LLM
  readonly countTokens?: TokenCounter | undefined
}

type AgentRun = ResolvedAgentOptions & RunDocumentAgentOptions

const optionChecks: Checks<AgentRun> = {
  ...agentChecks,
  ...stageRunChecks,
  document: storedDocumentData,
  question: filledText("a question"),
  plan: planData,
  llm: llmPlug,
  search: searchPlug,
  countTokens: optional(callable<TokenCounter>()),
}

/**
 * Reads one document for every task of the plan: a bounded loop of searches in that document, then one answer a
 * task with verified quotes (paper, section "Parallel retrieval").
 *
 * At most `maxSearches` searches and `maxSearches + 1` replies; each reply may be asked for once more when it
 * can't be used.
 *
 * @throws InvalidArgumentError that names the option; DocumentAgentError with the failure as cause and what had been read as `findings`, also where a task stayed
 * unread: a passage did not fit the window, or no reply answered it; the signal's reason when it aborts
 */
export async function runDocumentAgent(options: RunDocumentAgentOptions): Promise<Findings> {
  const run = checkOptions(options, optionChecks, "options")
  const { document, signal } = run
  const reading: Reading = { searches: [], answers: [], shown: [] }
  let failure: { readonly cause: unknown; readonly findings: Findings | undefined }
  try {
    const end = await read(run, reading)
    const findings = await findingsOf(reading, run, end)
    if (!findings.answers.some(({ unread }) => unread)) return findings
    failure = { cause: end.unreadCause, findings }
  } catch (error) {
    if (signal?.aborted && !isLimit(signal.reason)) throw signal.reason
    if (error instanceof InvalidArgumentError) throw error
    failure = { cause: error, findings: await findingsBefore(run, reading) }
  }
  throw new DocumentAgentError(document.id, failure.cause, failure.findings)
}

async function read(run: AgentRun, reading: Reading): Promise<ReadingEnd> {
  const { plan, search, signal, calls, countTokens = countTokensDefault } = run
  const llm = calls?.llm(run.llm) ?? run.llm
  const { maxOutputTokens = defaultOutputTokens(llm.contextWindow) } = run
  const emit = safeListener(run.onEvent)
  if (run.countTokens === undefined) await loadTokenCounter(signal)
  const settings = { ...run, maxOutputTokens }
  const conversation = await startConversation({ ...run, llm, settings, countTokens })
  reading.shown = conversation.shown.slices
  let searchesLeft = conversation.isWhole ? 0 : settings.maxSearches
  let isComplete = conversation.isWhole
  for (;;) {
    const { value: reply, problem } = await generateJson({
      llm,
      messages: conversation.messages,
      schema: agentReplySchema(plan, {
        maySearch: searchesLeft > 0,
        hasRead: conversation.isWhole || conversation.shown.hasFound,
      }),
      maxOutputTokens,
      temperature: settings.temperature,
      countTokens,
      signal,
    })
    if (reply.answers.length > 0) reading.answers = reply.answers
    if (reply.action === "finalize") {
      if (problem !== undefined && reply.answers.length === 0) throw problem
      const { isWhole } = conversation
      const stopReason = isWhole ? "read-whole" : searchesLeft === 0 ? "search-limit" : "finalized"
      return { stopReason, relevance: reply.relevance, isComplete, unreadCause: problem ?? tooSmall(llm) }
    }
    const queries = reply.queries.slice(0, Math.min(settings.maxQueriesPerTurn, searchesLeft))
    const results = await runSearches(queries, search, emit, signal)
    reading.searches.push(...results)
    searchesLeft -= queries.length
    const turn = showResults({ reply, results, searchesLeft, plan, conversation, countTokens })
    searchesLeft = turn.searchesLeft
    isComplete = turn.whole && conversation.shown.hasFound
  }
}

/** The cause of what stayed unread because it was never shown. */
function tooSmall({ contextWindow }: LLM): InvalidArgumentError {
  const expected = "larger: passages that an agent asked for did not fit, so that some tasks stayed unread"
  return new InvalidArgumentError("llm.contextWindow", contextWindow, expected)
}

/** What an agent had when it failed; undefined where that is nothing, or can't be read any more. */
async function findingsBefore(run: AgentRun, reading: Reading): Promise<Findings | undefined> {
  if (reading.searches.length === 0 && reading.answers.length === 0) return undefined
  const end: ReadingEnd = { stopReason: "search-limit", relevance: 0, isComplete: false }
  return findingsOf(reading, { ...run, signal: undefined }, end).catch(() => undefined)
}

/** A limit of the run ends an agent like a failure of its own: what it had is kept. */
function isLimit(reason: unknown): boolean {
  return reason instanceof LimitExceededError
}
