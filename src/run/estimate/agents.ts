import { aboutDocument } from "../../agent/about-document"
import { roomOf } from "../../agent/conversation"
import {
  agentInstructions,
  searchedDocumentMessage,
  taskLines,
  wholeDocumentMessage,
} from "../../agent/prompt"
import { defaultOutputTokens } from "../../calls/generate-json"
import type { ResolvedConfig } from "../../config/resolve"
import type { Plan, StoredDocument } from "../../contracts"
import { above, below } from "./joints"
import type { Plans } from "./plans"
import { higher, lower, NOTHING, type Use } from "./tally"

/** Frames around a passage, its headings and the header of its table. */
const PASSAGE_TOKENS = 150
/** The agent's own words of a turn, and the lines around what was found. */
const TURN_TOKENS = 500
/** Headings and opening of a document that is searched: some 600 characters each, of any script. */
const HEAD_TOKENS = 1_200
/** The shortest report. */
const REPORT_TOKENS = 8
/** Chunks that are shown where nothing matches. */
const FIRST_CHUNKS = 3

/** What one agent uses, and how many searches it makes at most. */
export interface AgentUse {
  readonly least: Use
  readonly most: Use
  readonly searches: number
  /** Tokens that its findings may take in a merge. */
  readonly findingTokens: number
}

/** Gives what each agent may use. What all of them have in common is counted once. */
export function agentEstimator(
  question: string,
  plans: Plans,
  { llm, agentOptions, retrieval, countTokens }: ResolvedConfig,
): (document: StoredDocument) => AgentUse {
  const model = llm.agent!
  const maxOutputTokens = agentOptions.maxOutputTokens ?? defaultOutputTokens(model.contextWindow)
  const settings = { ...agentOptions, maxOutputTokens }
  const room = roomOf(model, settings)
  const { maxSearches, readWholeTokens, repeatPassages } = settings
  const systemOf = (plan: Plan, isWhole: boolean) =>
    countTokens(agentInstructions(question, plan, settings, isWhole))
  const fixedOf = (plan: Plan) => ({
    whole: systemOf(plan, true),
    searched: systemOf(plan, false),
    tasks: countTokens(wholeDocumentMessage([], "", taskLines(plan))),
  })
  const fixed = { least: fixedOf(plans.least), most: fixedOf(plans.most) }
  const searchedFrame = countTokens(searchedDocumentMessage([], 1, undefined))
  const perSearch = retrieval.topN * (retrieval.chunkTokens + PASSAGE_TOKENS)
  const mostTasks = plans.most.tasks.length

  const wholeOf = (side: "least" | "most", about: number, tokens: number) =>
    fixed[side].whole + fixed[side].tasks + about + tokens

  const searchedMost = (about: number, tokens: number): Use => {
    const first = fixed.most.searched + searchedFrame + about + Math.min(tokens + 100, HEAD_TOKENS)
    let inputTokens = 0
    for (let turn = 0; turn <= maxSearches; turn++) {
      const passages = turn * perSearch + FIRST_CHUNKS * (retrieval.chunkTokens + PASSAGE_TOKENS)
      // Nothing is shown twice, unless that is asked for.
      const frames = (turn * retrieval.topN + FIRST_CHUNKS) * PASSAGE_TOKENS
      const shown = turn === 0 ? 0 : repeatPassages ? passages : Math.min(passages, tokens + frames)
      const again = turn === maxSearches ? fixed.most.tasks : 0
      inputTokens += Math.min(room, above(first + shown + turn * TURN_TOKENS + again))
    }
    const calls = maxSearches + 1
    return { calls, inputTokens, outputTokens: calls * maxOutputTokens }
  }

  return (document) => {
    const { tokens } = document
    const about = countTokens(aboutDocument(document, [], true).join("\n"))
    const isShort = tokens <= Math.min(readWholeTokens, room)
    const mayBeWhole = isShort && below(wholeOf("least", about, tokens)) <= room
    const mayBeSearched = !isShort || above(wholeOf("most", about, tokens)) > room
    const report = { calls: 1, outputTokens: REPORT_TOKENS }
    const wholeUse: AgentUse["least"] = {
      ...report,
      inputTokens: below(wholeOf("least", about, tokens)),
      sharedTokens: fixed.least.whole,
    }
    const searchedUse: AgentUse["least"] = {
      ...report,
      inputTokens: below(fixed.least.searched + searchedFrame + about),
      sharedTokens: fixed.least.searched,
    }
    const wholeMost: Use = {
      calls: 1,
      inputTokens: Math.min(room, above(wholeOf("most", about, tokens))),
      outputTokens: maxOutputTokens,
    }
    const searches = mayBeSearched ? maxSearches : 0
    const said = Math.min(maxOutputTokens, 2 * tokens + 40 * mostTasks)
    return {
      least: mayBeWhole && mayBeSearched ? lower(wholeUse, searchedUse) : mayBeWhole ? wholeUse : searchedUse,
      most: higher(mayBeWhole ? wholeMost : NOTHING, mayBeSearched ? searchedMost(about, tokens) : NOTHING),
      searches,
      // Quotes that the library finds, names and markers come on top of what the agent says.
      findingTokens: Math.ceil(1.25 * said) + about + 100,
    }
  }
}
