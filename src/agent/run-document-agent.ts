import type { DocumentAgentTask, Findings, LLM } from "../contracts"
import { planData, rowTaskData, storedDocumentData } from "../runtime/check/data"
import { type Checks, checkOptions, optional } from "../runtime/check/options"
import { llmPlug, searchPlug, stageRunChecks } from "../runtime/check/plugs"
import { callable, filledText } from "../runtime/check/values"
import { defaultCounter, loadTokenCounter } from "../tokens/default-counter"
import type { TokenCounter } from "../tokens/token-counter"
import { type AgentOptions, agentChecks, type ResolvedAgentOptions } from "./agent-options"
import { endReading } from "./end-reading"
import { agentInstructions, taskLines } from "./prompt"
import { documentRead, type Reading, readDocument } from "./read-document"
import { findingsOf } from "./reading"
import type { AgentReply } from "./reply/agent-reply"
import { agentReplySchema } from "./reply/schema"
import type { ReportForm } from "./report-form"

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
  table: optional(rowTaskData),
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
  const { document, signal, countTokens = defaultCounter } = run
  const reading: Reading<AgentReply> = { searches: [], reply: undefined, shown: [] }
  const read = async () => {
    await loadTokenCounter(run.countTokens, signal)
    const end = await readDocument(documentRead(run, countTokens), tasksForm(run), reading)
    return { findings: await findingsOf(reading, run, end), cause: end.unreadCause }
  }
  return endReading(document.id, signal, read, () => findingsBefore(run, reading))
}

/** One answer a task of the plan. */
function tasksForm({ question, plan }: AgentRun): ReportForm<AgentReply> {
  return {
    instructions: (settings, isWhole) => agentInstructions(question, plan, settings, isWhole),
    asked: taskLines(plan),
    texts: [question, ...plan.tasks],
    schema: (state) => agentReplySchema(plan, state),
    reports: ({ answers }) => answers.length > 0,
  }
}

/** What an agent had when it failed; undefined where that is nothing, or can't be read any more. */
async function findingsBefore(run: AgentRun, reading: Reading<AgentReply>): Promise<Findings | undefined> {
  if (reading.searches.length === 0 && reading.reply === undefined) return undefined
  const end = { stopReason: "search-limit", relevance: 0, isComplete: false } as const
  return findingsOf(reading, { ...run, signal: undefined }, end).catch(() => undefined)
}
