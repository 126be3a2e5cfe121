import type { StageLLMs } from "../../config/options"
import type { ResolvedConfig } from "../../config/resolve"
import type { TableColumn, TableRow, ValueMapping } from "../../contracts"
import { messageOf, SpdRagError } from "../../errors"
import { withMappings } from "../../tables/resolve/apply-mappings"
import { resolveColumn } from "../../tables/resolve/resolve-column"
import type { RunContext } from "../run-context"

/** Pairs that a warning names. */
const mostNamed = 5

/** Whose model brings values together. */
export function resolvingStage({ llm }: Pick<ResolvedConfig, "llm">): keyof StageLLMs | undefined {
  return (["synthesizer", "coordinator", "agent"] as const).find((name) => llm[name] !== undefined)
}

/** The rows with the values of these columns brought to one where they mean the same. */
export async function resolveRows(
  context: RunContext,
  rows: readonly TableRow[],
  columns: readonly TableColumn[],
  resolved: readonly TableColumn[],
): Promise<{ readonly rows: readonly TableRow[]; readonly mappings: readonly ValueMapping[] }> {
  const { config, signal } = context
  const stage = resolvingStage(config)
  const llm = stage && context.llm(stage)
  const mappings: ValueMapping[] = []
  for (const column of resolved) {
    const values = textsOf(rows, column)
    const options = {
      ...context.stageRun("synthesis", signal),
      column,
      values,
      countTokens: config.countTokens,
    }
    const result = await resolveColumn({ ...options, llm }).catch(async (error: unknown) => {
      signal.throwIfAborted()
      if (!SpdRagError.isInstance(error)) throw error
      const message = `Values of ${column.name} were brought together by rules alone: ${messageOf(error)}`
      context.warn({ code: "mapping-failed", message })
      return resolveColumn(options)
    })
    for (const mapping of result.mappings) mappings.push(mapping)
    const { refused } = result
    if (refused.length > 0) {
      const named = refused
        .slice(0, mostNamed)
        .map(([one, other]) => `${JSON.stringify(one)} with ${JSON.stringify(other)}`)
      const message = `${refused.length} joins of values of ${column.name} that differ in digits were refused: ${named.join(", ")}.`
      context.warn({ code: "mapping-refused", message })
    }
  }
  return { rows: withMappings(rows, columns, mappings), mappings }
}

function textsOf(rows: readonly TableRow[], { name }: TableColumn): readonly string[] {
  return rows.flatMap(({ cells }) => {
    const cell = cells[name]
    return cell?.status === "found" && typeof cell.value === "string" ? [cell.value] : []
  })
}
