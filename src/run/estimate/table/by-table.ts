import { withInstructions } from "../../../calls/instructions"
import type { ResolvedConfig } from "../../../config/resolve"
import type { ResolvedAsk } from "../../../config/resolve-ask"
import type { StoredDocument } from "../../../contracts"
import type { Steps } from "../../../runtime/yield"
import { queryPrompt } from "../../../tables/plan/prompt"
import { linesShare, mostOutputTokens, writerRules } from "../../table/write-answer"
import { above, below } from "../joints"
import { addPlanning, proseUses } from "../prose"
import { nothing } from "../tally"
import { Uses } from "../uses"
import { plannedAsks } from "./planned-asks"
import { addReading } from "./reading"
import { addResolving } from "./resolving"

/**
 * What `ask` may use with `mode: "table"`: a plan of columns, one agent a document, values brought together, a paragraph; with
 * `"auto"` that, or an answer in words behind a plan that says so.
 */
export function* usesByTable(
  ask: ResolvedAsk,
  filled: readonly StoredDocument[],
  config: ResolvedConfig,
): Steps<Uses> {
  const { question, routing, mode } = ask
  const byTable = new Uses()
  const { asks, textColumns } = plannedAsks(question)
  const read = yield* addReading(byTable, asks, routing, filled, config)
  addResolving(byTable, { columns: textColumns, values: read.rows }, config)
  addWriting(byTable, ask, read.findingTokens, config)
  const uses = mode === "auto" ? byTable.either(yield* proseUses(ask, filled, config)) : byTable
  // A question that the coordinator takes for none of a table is planned once more where it has to be one.
  addPlanning(uses, queryPrompt, question, mode === "table" ? 2 : 1, config)
  return uses
}

/** A paragraph beside the result; twice where it names what the result does not hold. */
function addWriting(
  uses: Uses,
  { question, routing }: ResolvedAsk,
  findingTokens: number,
  { llm, synthesizer, synthesis, countTokens }: ResolvedConfig,
): void {
  if (synthesizer !== undefined || llm.synthesizer === undefined) return
  const { modelId, contextWindow } = llm.synthesizer
  const rules = countTokens(withInstructions(writerRules, synthesis.instructions)) + countTokens(question)
  const lines = Math.min(Math.floor(contextWindow * linesShare), findingTokens)
  const input = above(rules + lines)
  const least = { calls: 1, inputTokens: below(rules), outputTokens: 1 }
  uses.add("synthesis", modelId, routing === false ? least : nothing, {
    calls: 2,
    inputTokens: 2 * input + mostOutputTokens,
    outputTokens: 2 * mostOutputTokens,
  })
}
