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
import { type AgentAction, problemOfAction, reportSchema, turnSchema, usableQueries } from "./action"
import { type AgentOptions, agentChecks, type ResolvedAgentOptions } from "./agent-options"
import { type Conversation, startConversation } from "./conversation"
import { passagesMessage } from "./prompt"
import { findingsOf, type Reading } from "./reading"
import { runSearches, type SearchResult } from "./run-searches"

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
 * @throws InvalidArgumentError that names the option; DocumentAgentError with the failure as cause and what had been read as `findings`; the signal's reason
 * when it aborts
 */
export async function runDocumentAgent(options: RunDocumentAgentOptions): Promise<Findings> {
  const settings = checkOptions(options, optionChecks, "options")
  const { document, signal } = settings
  const reading: Reading = { searches: [], answers: [], shown: [] }
  try {
    return await read(settings, reading)
  } catch (error) {
    if (signal?.aborted && !isLimit(signal.reason)) throw signal.reason
    if (error instanceof InvalidArgumentError) throw error
    throw new DocumentAgentError(document.id, error, await findingsBefore(settings, reading))
  }
}

async function read(run: AgentRun, reading: Reading): Promise<Findings> {
  const { plan, search, signal, calls, countTokens = countTokensDefault } = run
  const llm = calls?.llm(run.llm) ?? run.llm
  const { maxOutputTokens = defaultOutputTokens(llm.contextWindow) } = run
  const emit = safeListener(run.onEvent)
  if (run.countTokens === undefined) await loadTokenCounter(signal)
  const settings = { ...run, maxOutputTokens }
  const conversation = await startConversation({ ...run, llm, settings, countTokens })
  reading.shown = conversation.shown.slices
  let searchesLeft = settings.maxSearches
  for (;;) {
    const mayOnlyReport = searchesLeft === 0 || (conversation.whole && reading.searches.length === 0)
    const { value: action, text } = await generateJson<AgentAction>({
      llm,
      messages: conversation.messages,
      schema: mayOnlyReport ? reportSchema : turnSchema,
      problemOf: (reply) => {
        if (reply.answers.length > 0) reading.answers = reply.answers
        return problemOfAction(reply, plan, searchesLeft)
      },
      maxOutputTokens,
      temperature: settings.temperature,
      signal,
    })
    if (action.action === "finalize") {
      const readWhole = conversation.whole && reading.searches.length === 0
      const stopReason = readWhole ? "read-whole" : searchesLeft === 0 ? "search-limit" : "finalized"
      return findingsOf(reading, run, { stopReason, relevance: action.relevance })
    }
    const queries = usableQueries(action).slice(0, Math.min(settings.maxQueriesPerTurn, searchesLeft))
    const results = await runSearches(queries, search, emit, signal)
    reading.searches.push(...results)
    conversation.add({ role: "assistant", content: text })
    const isFull = showResults(results, conversation, searchesLeft - queries.length)
    searchesLeft = isFull ? 0 : searchesLeft - queries.length
  }
}

/** Shows what was found, as far as it fits. True where it did not: another search could not be shown. */
function showResults(
  results: readonly SearchResult[],
  conversation: Conversation,
  searchesLeft: number,
): boolean {
  let room = conversation.roomLeft()
  const shown = results.map(({ query, passages }) => {
    const part = conversation.shown.show(query, passages, room)
    room -= part.tokens
    return part
  })
  const isFull = shown.some(({ leftOut }) => leftOut > 0)
  const content = passagesMessage(
    shown.map(({ text }) => text),
    isFull ? 0 : searchesLeft,
  )
  conversation.add({ role: "user", content })
  return isFull
}

/** What an agent had when it failed; undefined where that is nothing, or can't be read any more. */
async function findingsBefore(run: AgentRun, reading: Reading): Promise<Findings | undefined> {
  if (reading.searches.length === 0 && reading.answers.length === 0) return undefined
  const end = { stopReason: "search-limit", relevance: 0, stoppedEarly: true } as const
  return findingsOf(reading, { ...run, signal: undefined }, end).catch(() => undefined)
}

/** A limit of the run ends an agent like a failure of its own: what it had is kept. */
function isLimit(reason: unknown): boolean {
  return reason instanceof LimitExceededError
}
