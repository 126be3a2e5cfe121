import { modelIdsOf, type ResolvedConfig } from "../../config/resolve"
import { type ResolvedAsk, runChecks } from "../../config/resolve-ask"
import type { TableRequest } from "../../config/table-request"
import type { RowCheck, RowTask, StandardSchema, TableColumn, TableExample } from "../../contracts"
import { InvalidArgumentError } from "../../errors"
import { checkPriced } from "../../policy/limit-options"
import { type Check, type Checks, checkOptions, optional } from "../../runtime/check/options"
import { callable, filledText, integerFrom, oneOf, valueThat } from "../../runtime/check/values"
import { examplesInWords } from "../../tables/examples"
import type { RowSpec } from "../../tables/read/ask/row-spec"
import { columnKeys } from "../../tables/read/reply/column-keys"
import { tableSchemaOf } from "../../tables/schema/table-schema"

/** A request for a table, checked whole. */
export interface ResolvedTable {
  readonly ask: ResolvedAsk
  /** Undefined where the coordinator plans the columns. */
  readonly spec: RowSpec | undefined
  /** As asked for, also where columns are planned. */
  readonly rows: RowTask["rows"] | undefined
  readonly passes: number
  /** Documents to read first. */
  readonly sample: number | undefined
  /** Names of columns whose values are brought together; true for all of text. */
  readonly resolve: boolean | readonly string[]
}

const anything: Check<StandardSchema<never>> = (value) => value as StandardSchema<never>

const tableChecks: Checks<TableRequest<never>> = {
  ...runChecks,
  columns: optional(anything),
  question: optional(filledText("what the table is for, in words")),
  rows: optional(oneOf<RowTask["rows"]>("document", "many")),
  examples: optional(valueThat<readonly TableExample<never>[]>("an array of examples", Array.isArray), []),
  passes: optional(integerFrom(1), 1),
  sample: optional(integerFrom(1)),
  resolve: optional(
    valueThat<boolean | readonly never[]>(
      "true, false, or an array of names of columns",
      (value) => typeof value === "boolean" || Array.isArray(value),
    ),
    false,
  ),
  validate: optional(callable<RowCheck<never>>()),
}

/** @throws InvalidArgumentError that names the option or the column, what came and what is expected */
export async function resolveTable(request: unknown, config: ResolvedConfig): Promise<ResolvedTable> {
  const given = checkOptions(request, tableChecks, "request")
  const {
    limits = config.limits,
    routing = config.routing,
    passes = 1,
    sample,
    rows,
    resolve = false,
  } = given
  checkPriced(limits, config.prices, modelIdsOf(config))
  const spec = given.columns === undefined ? undefined : await specOf(given, config)
  if (spec === undefined) checkPlannable(given, config)
  else checkResolved(resolve, spec.schema.columns)
  const names = spec?.schema.columns.map(({ name }) => name).join(", ")
  const question = given.question ?? `Fill in the columns of a table: ${names}.`
  const { documents, where, signal, onEvent } = given
  const ask = {
    documents,
    where,
    signal,
    onEvent,
    plan: undefined,
    mode: "prose",
    limits,
    routing,
    question,
  } as const
  return { ask, spec, rows, passes, sample, resolve }
}

async function specOf(given: TableRequest<never>, config: ResolvedConfig): Promise<RowSpec> {
  const schema = tableSchemaOf(given.columns)
  const { columns } = schema
  const { question, rows = "document", passes = 1 } = given
  const keys = columnKeys(columns)
  const list = (given.examples ?? []) as readonly TableExample[]
  const examples = await examplesInWords(list, { schema, keys, rows })
  checkExamples(examples, config)
  const ask = { task: { columns, rows }, keys, question, examples }
  return { ask, schema, passes, validate: given.validate as RowCheck | undefined }
}

/** Columns are planned by a model, from a question; what speaks of columns can't be given before. */
function checkPlannable(
  { question, examples = [], validate, resolve }: TableRequest<never>,
  { llm }: ResolvedConfig,
): void {
  if (question === undefined) {
    throw new InvalidArgumentError("question", question, "given, since no columns are given")
  }
  if (llm.coordinator === undefined) {
    throw new InvalidArgumentError("columns", undefined, "given, since no model plans them")
  }
  const named = examples.length > 0 ? "examples" : validate !== undefined ? "validate" : undefined
  if (named !== undefined || Array.isArray(resolve)) {
    throw new InvalidArgumentError(named ?? "resolve", undefined, "left out, or given with columns")
  }
}

function checkResolved(resolve: boolean | readonly string[], columns: readonly TableColumn[]): void {
  if (typeof resolve === "boolean") return
  for (const [index, name] of resolve.entries()) {
    if (columns.some((column) => column.name === name && column.type === "text")) continue
    throw new InvalidArgumentError(`resolve[${index}]`, name, "the name of a column of text")
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
