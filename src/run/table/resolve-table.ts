import { modelIdsOf, type ResolvedConfig } from "../../config/resolve"
import { type ResolvedAsk, runChecks } from "../../config/resolve-ask"
import type { TableRequest } from "../../config/table-request"
import type { RowCheck, RowTask, StandardSchema } from "../../contracts"
import { checkPriced } from "../../policy/limit-options"
import { type Check, type Checks, checkOptions, optional } from "../../runtime/check/options"
import { callable, filledText, oneOf } from "../../runtime/check/values"
import { columnKeys } from "../../tables/read/column-keys"
import type { RowSpec } from "../../tables/read/row-spec"
import { tableSchemaOf } from "../../tables/schema/table-schema"

/** A request for a table, checked whole. */
export interface ResolvedTable {
  readonly ask: ResolvedAsk
  readonly spec: RowSpec
}

const anything: Check<StandardSchema<never>> = (value) => value as StandardSchema<never>

const tableChecks: Checks<TableRequest<never>> = {
  ...runChecks,
  columns: anything,
  question: optional(filledText("what the table is for, in words")),
  rows: optional(oneOf<RowTask["rows"]>("document", "many"), "document"),
  validate: optional(callable<RowCheck<never>>()),
}

/** @throws InvalidArgumentError that names the option or the column, what came and what is expected */
export function resolveTable(request: unknown, config: ResolvedConfig): ResolvedTable {
  const given = checkOptions(request, tableChecks, "request")
  const { limits = config.limits, routing = config.routing, question, rows = "document" } = given
  checkPriced(limits, config.prices, modelIdsOf(config))
  const schema = tableSchemaOf(given.columns)
  const { columns } = schema
  const { documents, where, signal, onEvent } = given
  const inWords = question ?? `Fill in the columns of a table: ${columns.map(({ name }) => name).join(", ")}.`
  return {
    ask: { documents, where, signal, onEvent, plan: undefined, limits, routing, question: inWords },
    spec: {
      ask: { task: { columns, rows }, keys: columnKeys(columns), question, examples: undefined },
      schema,
      passes: 1,
      validate: given.validate as RowCheck | undefined,
    },
  }
}
