import { defaultOutputTokens, generateJson } from "../../calls/generate-json"
import { withInstructions } from "../../calls/instructions"
import type { LLM, RowTask, StageRun, TableColumn } from "../../contracts"
import {
  type PlanningOptions,
  planningChecks,
  type ResolvedPlanningOptions,
} from "../../coordinator/coordinator-options"
import { questionMessage } from "../../coordinator/prompt"
import { type Checks, checkOptions, optional } from "../../runtime/check/options"
import { llmPlug, stageRunChecks } from "../../runtime/check/plugs"
import { callable, filledText } from "../../runtime/check/values"
import { defaultCounter, loadTokenCounter } from "../../tokens/default-counter"
import type { TokenCounter } from "../../tokens/token-counter"
import { type TableSchema, tableSchemaOf } from "../schema/table-schema"
import { type ColumnPlan, columnPlanSchema, queryPlanSchema } from "./column-plan"
import { columnsPrompt, queryPrompt } from "./prompt"
import { schemaOfPlan } from "./schema-of-plan"

/** The question, and the model that plans its columns. */
export interface PlanColumnsOptions extends PlanningOptions, StageRun {
  readonly question: string
  readonly llm: LLM
  readonly countTokens?: TokenCounter | undefined
}

/** Columns that answer a question, and whether a document may have several rows. */
export interface PlannedColumns {
  readonly columns: readonly TableColumn[]
  readonly rows: RowTask["rows"]
}

/** A plan with the check of its values. */
export interface PlannedTable extends ColumnPlan {
  readonly schema: TableSchema
}

const optionChecks: Checks<ResolvedPlanningOptions & PlanColumnsOptions> = {
  ...planningChecks,
  ...stageRunChecks,
  question: filledText("a question"),
  llm: llmPlug,
  countTokens: optional(callable<TokenCounter>()),
}

/**
 * The columns that a question needs of every document, and whether a document has one row or several; no document is seen.
 *
 * @throws InvalidArgumentError that names the option; InvalidOutputError when the model gives no usable plan
 */
export async function planColumns(options: PlanColumnsOptions): Promise<PlannedColumns> {
  const run = checkOptions(options, optionChecks, "options")
  await loadTokenCounter(run.countTokens, run.signal)
  const { schema, rows } = await planTable(run, "columns")
  return { columns: schema.columns, rows }
}

/** @param what `query`: with a query, or that the question is none for a table */
export async function planTable(
  run: Omit<PlanningOptions, "temperature"> &
    StageRun &
    Pick<PlanColumnsOptions, "question" | "llm" | "countTokens"> &
    Pick<ResolvedPlanningOptions, "temperature">,
  what: "columns" | "query",
): Promise<PlannedTable> {
  const { question, signal, calls, instructions, temperature, countTokens = defaultCounter } = run
  const llm = calls?.llm(run.llm) ?? run.llm
  const { value } = await generateJson({
    llm,
    messages: [
      {
        role: "system",
        content: withInstructions(what === "query" ? queryPrompt : columnsPrompt, instructions),
      },
      { role: "user", content: questionMessage(question) },
    ],
    schema: what === "query" ? queryPlanSchema : columnPlanSchema,
    countTokens,
    maxOutputTokens: run.maxOutputTokens ?? defaultOutputTokens(llm.contextWindow),
    temperature,
    signal,
  })
  const schema = value.kind === "prose" ? noSchema : tableSchemaOf(schemaOfPlan(value.columns))
  return { ...value, schema }
}

const noSchema: TableSchema = {
  columns: [],
  check: async () => ({ values: new Map(), problems: new Map(), rowProblem: undefined }),
}
