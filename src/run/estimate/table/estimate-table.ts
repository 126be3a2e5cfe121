import type { ResolvedConfig } from "../../../config/resolve"
import type { Estimate, StoredDocument } from "../../../contracts"
import { runStepsYielding, type Steps } from "../../../runtime/yield"
import { columnsPrompt } from "../../../tables/plan/prompt"
import { loadTokenCounter } from "../../../tokens/default-counter"
import { type ResolvedTable, resolveTable } from "../../table/resolve-table"
import { sampleOf } from "../../table/sample"
import type { AddFailures } from "../../warnings/add-failures"
import { estimateOf, filledOf } from "../estimate-of"
import { askedDocuments } from "../estimate-question"
import { addPlanning } from "../prose"
import { Uses } from "../uses"
import { plannedAsks } from "./planned-asks"
import { addReading } from "./reading"
import { addResolving } from "./resolving"

/** What `table` would use. Reads the list of documents from the store, and nothing else: no call of a model is made. */
export async function estimateTable(
  request: unknown,
  config: ResolvedConfig,
  failures: AddFailures,
): Promise<Estimate> {
  await loadTokenCounter(config.countTokens)
  const table = await resolveTable(request, config)
  const { ask, sample } = table
  ask.signal?.throwIfAborted()
  const all = await askedDocuments(ask, config, failures, true)
  const asked = sample === undefined ? all : sampleOf(all, sample)
  const uses = await runStepsYielding(usesOf(table, filledOf(asked), config), ask.signal)
  return estimateOf(uses, asked, ask.routing === false, config)
}

function* usesOf(
  { ask: { question, routing }, spec, rows, passes, resolve }: ResolvedTable,
  filled: readonly StoredDocument[],
  config: ResolvedConfig,
): Steps<Uses> {
  const uses = new Uses()
  const { asks, textColumns } =
    spec === undefined
      ? plannedAsks(question, rows, passes)
      : {
          asks: { least: spec.ask, most: spec.ask, passes },
          textColumns: spec.schema.columns.filter(({ type }) => type === "text").length,
        }
  if (spec === undefined) addPlanning(uses, columnsPrompt, question, 1, config)
  const read = yield* addReading(uses, asks, routing, filled, config)
  const columns = resolve === true ? textColumns : resolve === false ? 0 : resolve.length
  addResolving(uses, { columns, values: read.rows }, config)
  return uses
}
