import { aboutDocument } from "../../../agent/about-document"
import { wholeDocumentMessage } from "../../../agent/prompt"
import type { ResolvedConfig } from "../../../config/resolve"
import type { StoredDocument } from "../../../contracts"
import { columnGroups } from "../../../tables/read/ask/groups"
import { askedFor, type RowAsk, rowForm } from "../../../tables/read/ask/row-form"
import { partTokens } from "../../../tables/read/parts"
import { mostReports, rowsAReply } from "../../../tables/read/read-part"
import { reservedFor } from "../../../tables/read/read-rows-of"
import { type AgentUse, agentSettings, type FixedTokens, readingEstimator, reportTokens } from "../agents"
import { above, below } from "../joints"
import { plus } from "../tally"

/** Tokens of the text that one row is read from, at least. */
export const rowTokens = 8
/** What reports say of a text, with quotes and names of columns, in times its length. */
const reportShare = 4
/** Words around what is asked once more, and a line for each of the rows that it is about. */
const againTokens = 300

/** What is asked of every document, at least and at most. */
export interface RowAsks {
  readonly least: RowAsk
  readonly most: RowAsk
  /** Readings of each passage where a document has many rows. */
  readonly passes: number
}

type UseOf = (document: StoredDocument) => AgentUse

/** Rules, and what is asked of one group of columns. */
interface Asked extends FixedTokens {
  readonly groups: number
}

/** What the one row of each document may use: its reading, and one more report for each further group of columns. */
export function oneRowEstimator({ least, most }: RowAsks, config: ResolvedConfig): UseOf {
  const asked = { least: askedOf(least, config, Math.min), most: askedOf(most, config, Math.max) }
  const model = config.llm.agent!
  const reservedTokens = reservedFor(model)
  const mostTasks = most.task.columns.length
  const useOf = readingEstimator({ ...asked, mostTasks, reservedTokens }, config)
  const { maxOutputTokens } = agentSettings(config)
  return (document) => {
    const use = useOf(document)
    const [fewest, furthest] = [asked.least.groups - 1, asked.most.groups - 1]
    const again = {
      least: {
        calls: fewest,
        inputTokens: fewest * use.least.inputTokens,
        outputTokens: fewest * reportTokens,
        sharedTokens: fewest * (use.least.sharedTokens ?? 0),
      },
      most: {
        calls: furthest,
        inputTokens: furthest * above(use.largestInput + asked.most.asked + againTokens),
        outputTokens: furthest * maxOutputTokens,
      },
    }
    return { ...use, least: plus(use.least, again.least), most: plus(use.most, again.most) }
  }
}

/** What all rows of each document may use: every part is read, and reported in as many replies as its rows need. */
export function manyRowsEstimator({ least, most, passes }: RowAsks, config: ResolvedConfig): UseOf {
  const { retrieval, countTokens } = config
  const asked = { least: askedOf(least, config, Math.min), most: askedOf(most, config, Math.max) }
  const settings = agentSettings(config)
  const read = { llm: config.llm.agent!, settings, reservedTokens: reservedFor(config.llm.agent!) }
  const partOf = ({ whole, asked }: Asked) => partTokens(read, whole + asked)
  const [largest, smallest] = [partOf(asked.least), partOf(asked.most)]
  const { maxOutputTokens } = settings
  return (document) => {
    const { tokens, chunkCount } = document
    const about = countTokens(aboutDocument(document, [], true).join("\n"))
    const fewest = Math.max(1, Math.floor(below(tokens) / largest))
    // A part is closed by a chunk that it has no room for, and a quarter of it may be of the part before.
    const own = Math.max(1, 0.75 * smallest - retrieval.chunkTokens)
    const parts = Math.max(1, Math.min(chunkCount, Math.ceil(tokens / own) + 1))
    const shownTokens = Math.min(tokens, Math.max(smallest, retrieval.chunkTokens))
    const reports = Math.min(mostReports, 1 + Math.ceil((reportShare * shownTokens) / maxOutputTokens))
    const rows = Math.ceil(shownTokens / rowTokens)
    // Each report, also one that looks again, has the further columns of its own rows asked for.
    const further = (asked.most.groups - 1) * Math.ceil(rows / rowsAReply)
    const calls = parts * (reports + passes - 1) * (1 + further)
    const { whole } = asked.least
    const input = above(asked.most.whole + asked.most.asked + about + shownTokens + againTokens)
    const said = Math.min(reportShare * shownTokens, read.llm.contextWindow)
    return {
      least: {
        calls: fewest,
        inputTokens: below(fewest * (whole + asked.least.asked + about) + tokens),
        outputTokens: fewest * reportTokens,
        sharedTokens: fewest * whole,
      },
      most: {
        calls,
        inputTokens: calls * Math.min(input + said, read.llm.contextWindow),
        outputTokens: calls * maxOutputTokens,
      },
      searches: 0,
      largestInput: input,
      findingTokens: reportShare * tokens + about,
    }
  }
}

function askedOf(ask: RowAsk, config: ResolvedConfig, pick: (...counts: number[]) => number): Asked {
  const { countTokens } = config
  const settings = agentSettings(config)
  const groups = columnGroups(ask.task.columns, settings.maxOutputTokens)
  const form = rowForm(ask, ask.task.columns)
  return {
    whole: countTokens(form.instructions(settings, true)),
    searched: countTokens(form.instructions(settings, false)),
    asked: pick(
      ...groups.map((columns) => countTokens(wholeDocumentMessage([], "", askedFor(columns, ask.keys)))),
    ),
    groups: groups.length,
  }
}
