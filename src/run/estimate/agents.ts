import { aboutDocument } from "../../agent/about-document"
import type { AgentSettings } from "../../agent/agent-options"
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
import { higher, lower, type Use } from "./tally"

/** Frames around a passage, its headings and the header of its table. */
const passageTokens = 150
/** The agent's own words of a turn, and the lines around what was found. */
const turnTokens = 500
/** Headings and opening of a document that is searched: some 600 characters each, of any script. */
const headTokens = 1_200
/** The shortest report. */
export const reportTokens = 8
/** Chunks that are shown where nothing matches. */
const firstChunks = 3

/** What one agent uses, and how many searches it makes at most. */
export interface AgentUse {
  readonly least: Use
  readonly most: Use
  readonly searches: number
  /** Tokens of its largest prompt at most. */
  readonly largestInput: number
  /** Tokens that its findings may take in a merge. */
  readonly findingTokens: number
}

/** Tokens of what all agents are told alike. */
export interface FixedTokens {
  /** The rules where a document is shown whole, and where it is searched. */
  readonly whole: number
  readonly searched: number
  /** The frame of a document that is shown whole, with what is asked. */
  readonly asked: number
}

/** What is asked of every agent: the shortest and the longest that it may be. */
interface AskedOfAgents {
  readonly least: FixedTokens
  readonly most: FixedTokens
  /** Tasks, or columns, at most. */
  readonly mostTasks: number
  /** Room that is kept behind the passages. */
  readonly reservedTokens: number
}

/** Options of agents with what follows from their model's window. */
export function agentSettings({ llm, agentOptions }: ResolvedConfig): AgentSettings {
  const maxOutputTokens = agentOptions.maxOutputTokens ?? defaultOutputTokens(llm.agent!.contextWindow)
  return { ...agentOptions, maxOutputTokens }
}

/** Gives what each agent of a plan may use. What all of them have in common is counted once. */
export function agentEstimator(
  question: string,
  plans: Plans,
  config: ResolvedConfig,
): (document: StoredDocument) => AgentUse {
  const { countTokens } = config
  const settings = agentSettings(config)
  const fixedOf = (plan: Plan): FixedTokens => ({
    whole: countTokens(agentInstructions(question, plan, settings, true)),
    searched: countTokens(agentInstructions(question, plan, settings, false)),
    asked: countTokens(wholeDocumentMessage([], "", taskLines(plan))),
  })
  const { least, most } = plans
  const asked = {
    least: fixedOf(least),
    most: fixedOf(most),
    mostTasks: most.tasks.length,
    reservedTokens: 0,
  }
  return readingEstimator(asked, config)
}

/** Gives what the reading of one document may use up to its first report. */
export function readingEstimator(
  { least: leastFixed, most: mostFixed, mostTasks, reservedTokens }: AskedOfAgents,
  config: ResolvedConfig,
): (document: StoredDocument) => AgentUse {
  const { llm, retrieval, countTokens } = config
  const settings = agentSettings(config)
  const { maxSearches, readWholeTokens, repeatPassages, maxOutputTokens } = settings
  const room = roomOf(llm.agent!, { maxOutputTokens: maxOutputTokens + reservedTokens })
  const searchedFrame = countTokens(searchedDocumentMessage([], 1, undefined))
  const perSearch = retrieval.topN * (retrieval.chunkTokens + passageTokens)

  const wholeOf = (fixed: FixedTokens, about: number, tokens: number) =>
    fixed.whole + fixed.asked + about + tokens

  const searchedMost = (about: number, tokens: number): readonly number[] => {
    const first = mostFixed.searched + searchedFrame + about + Math.min(tokens + 100, headTokens)
    return Array.from({ length: maxSearches + 1 }, (_, turn) => {
      const passages = turn * perSearch + firstChunks * (retrieval.chunkTokens + passageTokens)
      // Nothing is shown twice, unless that is asked for.
      const frames = (turn * retrieval.topN + firstChunks) * passageTokens
      const shown = turn === 0 ? 0 : repeatPassages ? passages : Math.min(passages, tokens + frames)
      const again = turn === maxSearches ? mostFixed.asked : 0
      return Math.min(room, above(first + shown + turn * turnTokens + again))
    })
  }

  return (document) => {
    const { tokens } = document
    const about = countTokens(aboutDocument(document, [], true).join("\n"))
    const isShort = tokens <= Math.min(readWholeTokens, room)
    const mayBeWhole = isShort && below(wholeOf(leastFixed, about, tokens)) <= room
    const mayBeSearched = !isShort || above(wholeOf(mostFixed, about, tokens)) > room
    const report = { calls: 1, outputTokens: reportTokens }
    const wholeUse: AgentUse["least"] = {
      ...report,
      inputTokens: below(wholeOf(leastFixed, about, tokens)),
      sharedTokens: leastFixed.whole,
    }
    const searchedUse: AgentUse["least"] = {
      ...report,
      inputTokens: below(leastFixed.searched + searchedFrame + about),
      sharedTokens: leastFixed.searched,
    }
    const wholeMost = mayBeWhole ? [Math.min(room, above(wholeOf(mostFixed, about, tokens)))] : []
    const turns = mayBeSearched ? searchedMost(about, tokens) : []
    const said = Math.min(maxOutputTokens, 2 * tokens + 40 * mostTasks)
    return {
      least: mayBeWhole && mayBeSearched ? lower(wholeUse, searchedUse) : mayBeWhole ? wholeUse : searchedUse,
      most: higher(callsOf(wholeMost, maxOutputTokens), callsOf(turns, maxOutputTokens)),
      largestInput: [...wholeMost, ...turns].reduce((largest, tokens) => Math.max(largest, tokens), 0),
      searches: mayBeSearched ? maxSearches : 0,
      // Quotes that the library finds, names and markers come on top of what the agent says.
      findingTokens: Math.ceil(1.25 * said) + about + 100,
    }
  }
}

function callsOf(inputs: readonly number[], maxOutputTokens: number): Use {
  const inputTokens = inputs.reduce((sum, tokens) => sum + tokens, 0)
  return { calls: inputs.length, inputTokens, outputTokens: inputs.length * maxOutputTokens }
}
