import { errorJSON } from "../../runtime/emit"
import { type PlannedTable, planTable } from "../../tables/plan/plan-columns"
import type { RowSpec } from "../../tables/read/ask/row-spec"
import { columnKeys } from "../../tables/read/reply/column-keys"
import { tablePlan } from "../../tables/table-plan"
import type { RunContext } from "../run-context"

/** Asks the coordinator's model for columns, with a query or without. */
export async function plannedTable(context: RunContext, what: "columns" | "query"): Promise<PlannedTable> {
  const { question, config, signal, emit } = context
  emit({ type: "plan-start" })
  try {
    const planned = await planTable(
      {
        ...config.coordinatorOptions,
        ...context.stageRun("coordinator", signal),
        llm: context.llm("coordinator"),
        countTokens: config.countTokens,
        question,
      },
      what,
    )
    if (planned.kind === "table") emit({ type: "plan-end", plan: tablePlan(planned.schema.columns) })
    return planned
  } catch (error) {
    if (!signal.aborted) emit({ type: "plan-error", error: errorJSON(error) })
    throw error
  }
}

/** What agents are asked for planned columns. */
export function specOfPlan(
  { schema, rows: planned }: PlannedTable,
  question: string,
  {
    rows = planned,
    passes = 1,
  }: { readonly rows?: PlannedTable["rows"] | undefined; readonly passes?: number } = {},
): RowSpec {
  const { columns } = schema
  const ask = { task: { columns, rows }, keys: columnKeys(columns), question, examples: undefined }
  return { ask, schema, passes, validate: undefined }
}
