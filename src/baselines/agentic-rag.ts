import { z } from "zod"
import { generateJson } from "../calls/generate-json"
import { replySchema } from "../calls/reply-schema"
import type { SpdRagConfig } from "../config/options"
import type { Findings, Message } from "../contracts"
import { type Checks, optional } from "../runtime/check/options"
import { integerFrom } from "../runtime/check/values"
import { answerFromPassages, promptTokens } from "./answer-call"
import { type Baseline, type BaselineRun, createBaseline } from "./baseline"
import { type CorpusSearch, createCorpusIndexCache, createCorpusSearch } from "./corpus-search"
import { boundaryOf } from "./normal-rag"
import { checkDepth, corpusDepthChecks, takeOptions } from "./options"
import { createPassageRegister, type PassageRegister } from "./passage-register"
import { agenticPrompt, answerPrompt } from "./prompt"
import { answerWithStages, planOf } from "./stage-answer"

const turnSchema = replySchema(
  z.object({
    reasoning: z.string(),
    action: z.enum(["search", "finalize"]),
    queries: z.array(z.string()),
  }),
  ({ action, queries }) =>
    action === "search" && usableQueries(queries).length === 0
      ? 'action is "search" and queries holds no query.'
      : undefined,
)

function usableQueries(queries: readonly string[]): readonly string[] {
  return queries.map((query) => query.trim()).filter((query) => query !== "")
}

/** Plugs and parameters of agentic RAG; the paper's where none are given. */
export interface AgenticRagConfig extends SpdRagConfig {
  /** Searches in all. @default 10 */
  readonly maxSearches?: number | undefined
  /** Candidates of one search. @default 15 */
  readonly topK?: number | undefined
  /** Passages of one search, after reranking. @default 5 */
  readonly topN?: number | undefined
}

const optionChecks: Checks<Pick<AgenticRagConfig, "maxSearches" | "topK" | "topN">> = {
  ...corpusDepthChecks,
  maxSearches: optional(integerFrom(1)),
}

/**
 * The paper's "agentic RAG": one agent that searches all documents, at most `maxSearches` times, then answers. It
 * uses the synthesizer's model; where the config gives an agent, each task of the plan is one search and that agent
 * reads what they found.
 *
 * @throws InvalidArgumentError that names the option
 */
export function agenticRag(config: AgenticRagConfig): Baseline {
  const { own, shared } = takeOptions(config, optionChecks)
  const { maxSearches = 10, topK = 15, topN = 5 } = own
  checkDepth(topK, topN)
  const cache = createCorpusIndexCache()
  return createBaseline(shared, async (run) => {
    const search = createCorpusSearch(run, { topK, topN }, cache)
    const register = createPassageRegister(await boundaryOf(run))
    if (run.config.agent !== undefined) {
      const plan = await planOf(run)
      for (const task of plan.tasks.slice(0, maxSearches)) register.show(await search(task))
      return {
        ...(await answerWithStages(run, plan, [...register.documents.values()])),
        unreadReason: "not-selected",
      }
    }
    const { messages, searches } = await searchInTurns(run, search, register, maxSearches)
    const last: Message = { role: "user", content: answerPrompt }
    const result = await answerFromPassages(run, [...messages, last], register, searches, "finalized")
    return { ...result, unreadReason: "not-selected" }
  })
}

/** The conversation only grows at its end; it stops when the agent is done, at its cap, or where the window is full. */
async function searchInTurns(
  run: BaselineRun,
  search: CorpusSearch,
  register: PassageRegister,
  maxSearches: number,
): Promise<{ readonly messages: readonly Message[]; readonly searches: Findings["searches"] }> {
  const { question, config, signal } = run
  const llm = run.llm("synthesizer")
  const { maxOutputTokens, temperature } = config.synthesis
  const messages: Message[] = [
    { role: "system", content: agenticPrompt(maxSearches) },
    { role: "user", content: `# Question\n${question}` },
  ]
  const searches: { query: string; passages: Findings["searches"][number]["passages"] }[] = []
  const room = llm.contextWindow - maxOutputTokens - 1_000
  while (searches.length < maxSearches) {
    const { value } = await generateJson({
      llm,
      messages,
      schema: turnSchema,
      countTokens: config.countTokens,
      maxOutputTokens,
      temperature,
      signal,
    })
    messages.push({ role: "assistant", content: JSON.stringify(value) })
    if (value.action === "finalize") break
    const query = usableQueries(value.queries)[0] as string
    const found = await search(query)
    const shown = register.show(found)
    searches.push({ query, passages: found.map(({ passage }) => passage) })
    const left = maxSearches - searches.length
    messages.push({ role: "user", content: `${shown}\n\n${left} searches left.` })
    if (promptTokens(messages, config.countTokens) > room) break
  }
  return { messages, searches }
}
