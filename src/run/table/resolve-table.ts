import { modelIdsOf, type ResolvedConfig } from "../../config/resolve"
import { type ResolvedAsk, runChecks } from "../../config/resolve-ask"
import type { TableRequest } from "../../config/table-request"
import type { RowCheck, RowTask, StandardSchema, TableExample } from "../../contracts"
import { InvalidArgumentError } from "../../errors"
import { checkPriced } from "../../policy/limit-options"
import { type Check, type Checks, checkOptions, optional } from "../../runtime/check/options"
import { callable, filledText, integerFrom, oneOf, valueThat } from "../../runtime/check/values"
import { examplesInWords } from "../../tables/examples"
import { columnKeys } from "../../tables/read/column-keys"
import type { RowSpec } from "../../tables/read/row-spec"
import { tableSchemaOf } from "../../tables/schema/table-schema"

/** A request for a table, checked whole. */
export interface ResolvedTable {
  readonly ask: ResolvedAsk
  readonly spec: RowSpec
  /** Documents to read first. */
  readonly sample: number | undefined
}

const anything: Check<StandardSchema<never>> = (value) => value as StandardSchema<never>

const tableChecks: Checks<TableRequest<never>> = {
  ...runChecks,
  columns: anything,
  question: optional(filledText("what the table is for, in words")),
  rows: optional(oneOf<RowTask["rows"]>("document", "many"), "document"),
  examples: optional(valueThat<readonly TableExample<never>[]>("an array of examples", Array.isArray), []),
  passes: optional(integerFrom(1), 1),
  sample: optional(integerFrom(1)),
  validate: optional(callable<RowCheck<never>>()),
}

/** @throws InvalidArgumentError that names the option or the column, what came and what is expected */
export async function resolveTable(request: unknown, config: ResolvedConfig): Promise<ResolvedTable> {
  const given = checkOptions(request, tableChecks, "request")
  const { limits = config.limits, routing = config.routing, question, rows = "document" } = given
  checkPriced(limits, config.prices, modelIdsOf(config))
  const schema = tableSchemaOf(given.columns)
  const { columns } = schema
  const { documents, where, signal, onEvent, passes = 1, sample } = given
  const keys = columnKeys(columns)
  const examples = await examplesInWords((given.examples ?? []) as readonly TableExample[], {
    schema,
    keys,
    rows,
  })
  checkExamples(examples, config)
  const inWords = question ?? `Fill in the columns of a table: ${columns.map(({ name }) => name).join(", ")}.`
  return {
    ask: { documents, where, signal, onEvent, plan: undefined, limits, routing, question: inWords },
    sample,
    spec: {
      ask: { task: { columns, rows }, keys, question, examples },
      schema,
      passes,
      validate: given.validate as RowCheck | undefined,
    },
  }
}

/** Examples stand in every prompt: they leave the passages their room. */
function checkExamples(examples: string | undefined, { llm, countTokens }: ResolvedConfig): void {
  if (examples === undefined || llm.agent === undefined) return
  const most = Math.floor(llm.agent.contextWindow / 4)
  if (countTokens(examples) <= most) return
  const expected = `at most ${most} tokens, a quarter of the window of ${llm.agent.modelId}`
  throw new InvalidArgumentError("examples", examples, expected)
}
