import { generateJson } from "../calls/generate-json"
import type { DocumentSearch, Findings, LLM, Message, Plan, RunEvent, StoredDocument } from "../contracts"
import { DocumentAgentError, InvalidArgumentError, LimitExceededError } from "../errors"
import { errorJSON, safeListener } from "../runtime/emit"
import { mapConcurrent } from "../runtime/map-concurrent"
import { countTokens as countTokensDefault, loadTokenCounter } from "../tokens/count-tokens"
import { type AgentAction, type AgentAnswer, actionSchema, problemOfAction, usableQueries } from "./action"
import { type AgentOptions, resolveAgentOptions } from "./agent-options"
import { agentInstructions, documentMessage, passagesMessage } from "./prompt"
import { readAnswers, reportOf } from "./read-answers"
import { createShownPassages } from "./shown-passages"

export interface RunDocumentAgentOptions extends AgentOptions {
  readonly document: StoredDocument
  readonly question: string
  readonly plan: Plan
  readonly llm: LLM
  readonly search: DocumentSearch
  readonly countTokens?: ((text: string) => number) | undefined
  readonly signal?: AbortSignal | undefined
  readonly onEvent?: ((event: RunEvent) => void) | undefined
}

/** Models count tokens differently; a prompt keeps this share of the window free. */
const WINDOW_MARGIN = 0.2
/** Tokens that chat frames add to a conversation's texts. */
const FRAME_TOKENS = 200

/**
 * Reads one document for every task of the plan: a bounded loop of searches in that document, then one answer a
 * task with verified quotes (paper, section "Parallel retrieval").
 *
 * At most `maxSearches` searches and `maxSearches + 1` replies; each reply may be asked for once more when it
 * can't be used.
 *
 * @throws DocumentAgentError with the failure as cause and what had been read as `findings`; the signal's reason
 * when it aborts
 */
export async function runDocumentAgent(options: RunDocumentAgentOptions): Promise<Findings> {
  const { document, question, plan, llm, search, signal, countTokens = countTokensDefault } = options
  const settings = resolveAgentOptions(options, llm.contextWindow)
  const emit = safeListener(options.onEvent)
  const shown = createShownPassages(boundaryOf(document), countTokens, settings.repeatPassages)
  const searches: { query: string; passages: Findings["searches"][number]["passages"] }[] = []
  let answers: readonly AgentAnswer[] = []

  const findingsOf = async (
    stopReason: Findings["stopReason"],
    relevance: number,
    until: AbortSignal | undefined,
  ): Promise<Findings> => {
    const read = await readAnswers(answers, plan, shown.slices, search, until)
    return {
      documentId: document.id,
      title: document.title,
      relevance,
      report: reportOf(read),
      answers: read,
      searches,
      stopReason,
    }
  }

  try {
    if (options.countTokens === undefined) await loadTokenCounter(signal)
    const system = agentInstructions(question, plan, settings)
    const room = Math.floor(llm.contextWindow / (1 + WINDOW_MARGIN)) - settings.maxOutputTokens - FRAME_TOKENS
    let used = countTokens(system)
    const whole = document.tokens <= Math.min(settings.readWholeTokens, room - used - FRAME_TOKENS)
    const first = documentMessage(
      document.title,
      document.chunkCount,
      whole ? shown.showWhole(await search.chunks({ signal })) : undefined,
    )
    used += countTokens(first)
    if (used > room) {
      throw new InvalidArgumentError(
        "llm.contextWindow",
        llm.contextWindow,
        `at least ${used - room + llm.contextWindow} for this question and plan`,
      )
    }
    const messages: Message[] = [
      { role: "system", content: system },
      { role: "user", content: first },
    ]
    let searchesLeft = settings.maxSearches
    for (;;) {
      const reply = await generateJson<AgentAction>({
        llm,
        messages,
        schema: actionSchema,
        problemOf: (action) => {
          if (action.answers.length > 0) answers = action.answers
          return problemOfAction(action, plan, searchesLeft)
        },
        maxOutputTokens: settings.maxOutputTokens,
        temperature: settings.temperature,
        signal,
      })
      const action = reply.value
      if (action.action === "finalize") {
        const stopReason =
          whole && searches.length === 0 ? "read-whole" : searchesLeft === 0 ? "search-limit" : "finalized"
        return await findingsOf(stopReason, action.relevance, signal)
      }
      const queries = usableQueries(action).slice(0, Math.min(settings.maxQueriesPerTurn, searchesLeft))
      const results = await mapConcurrent(
        queries,
        queries.length,
        async (query, _, child) => {
          emit({ type: "search-start", documentId: document.id, query })
          try {
            const passages = await search.search({ query, signal: child })
            emit({
              type: "search-end",
              documentId: document.id,
              query,
              passageIds: passages.map(({ chunkId }) => chunkId),
            })
            return { query, passages }
          } catch (error) {
            emit({ type: "search-error", documentId: document.id, query, error: errorJSON(error) })
            throw error
          }
        },
        signal,
      )
      searches.push(...results)
      searchesLeft -= queries.length
      const assistant = reply.text
      used += countTokens(assistant)
      const parts: string[] = []
      for (const { query, passages } of results) {
        const { text, leftOut } = shown.show(query, passages, room - used - FRAME_TOKENS)
        parts.push(text)
        used += countTokens(text)
        // No room for more passages: another search could not be shown.
        if (leftOut > 0) searchesLeft = 0
      }
      messages.push(
        { role: "assistant", content: assistant },
        { role: "user", content: passagesMessage(parts, searchesLeft) },
      )
    }
  } catch (error) {
    if (signal?.aborted && !isLimit(signal.reason)) throw signal.reason
    if (error instanceof InvalidArgumentError) throw error
    const kept = searches.length > 0 || answers.length > 0
    const findings = kept
      ? await findingsOf("search-limit", 0, undefined).then(stopped, () => undefined)
      : undefined
    throw new DocumentAgentError(document.id, error, findings)
  }
}

/** A limit of the run ends an agent like a failure of its own: what it had is kept. */
function isLimit(reason: unknown): boolean {
  return reason instanceof LimitExceededError
}

/** A report that does not pass off what was not settled as "not found". */
function stopped(findings: Findings): Findings {
  const report = findings.report.replaceAll(
    "Not found in this document.",
    "Not settled: the agent stopped early.",
  )
  return { ...findings, report }
}

/** Unforgeable by the document, since it follows from a hash of the document's text; short to save tokens. */
function boundaryOf({ revision }: StoredDocument): string {
  return revision.slice(-8)
}
