import type { LLM, StageRun, TableColumn, ValueMapping } from "../../contracts"
import { type Checks, checkOptions, optional, shape } from "../../runtime/check/options"
import { llmPlug, stageRunChecks } from "../../runtime/check/plugs"
import { callable, filledText, valueThat } from "../../runtime/check/values"
import { defaultCounter, loadTokenCounter } from "../../tokens/default-counter"
import type { TokenCounter } from "../../tokens/token-counter"
import { groupsByModel } from "./by-model"
import { type CountedValue, groupsByRule, type ValueGroup } from "./by-rule"

/** The column, its values, and the model that says which are one. */
export interface ResolveColumnOptions extends StageRun {
  readonly column: TableColumn
  /** Texts of the column, one a row; the more frequent of two that mean the same is kept. */
  readonly values: readonly string[]
  /** @default none: rules alone */
  readonly llm?: LLM | undefined
  readonly countTokens?: TokenCounter | undefined
}

/** What was made of a column's values. */
export interface ColumnResolution {
  /** Of every value that is brought to another. */
  readonly mappings: readonly ValueMapping[]
  /** Pairs that the model joined and that differ in digits: they stay apart. */
  readonly refused: readonly (readonly [string, string])[]
}

const optionChecks: Checks<ResolveColumnOptions> = {
  ...stageRunChecks,
  column: shape<Pick<TableColumn, "name">>({
    name: filledText("a column's name"),
  }) as Checks<ResolveColumnOptions>["column"],
  values: valueThat<readonly string[]>(
    "an array of strings",
    (list) => Array.isArray(list) && list.every((value) => typeof value === "string"),
  ),
  llm: optional(llmPlug),
  countTokens: optional(callable<TokenCounter>()),
}

/**
 * Values of a column that mean the same, brought to one: by rule where they differ in writing alone, by the model, in
 * bounded batches, where they do not. Values that differ in digits are never joined.
 *
 * @throws InvalidArgumentError that names the option; what kept the model from its reply
 */
export async function resolveColumn(options: ResolveColumnOptions): Promise<ColumnResolution> {
  const run = checkOptions(options, optionChecks, "options")
  const { column, values, signal, countTokens = defaultCounter } = run
  const byRule = groupsByRule(counted(values))
  const ruled = mappingsOf(byRule, column, "rule")
  if (run.llm === undefined || byRule.length < 2) return { mappings: ruled, refused: [] }
  await loadTokenCounter(run.countTokens, signal)
  const llm = run.calls?.llm(run.llm) ?? run.llm
  const { groups, refused } = await groupsByModel(byRule, column, { llm, countTokens, signal })
  const ruledTo = new Map(ruled.map(({ from, to }) => [from, to]))
  const leaders = new Set(groups.map(([leader]) => leader.value))
  const byModel = mappingsOf(groups, column, "model").filter(({ from, to }) => ruledTo.get(from) !== to)
  const mapped = new Set(byModel.map(({ from }) => from))
  const kept = ruled.filter(({ from, to }) => !mapped.has(from) && leaders.has(to as string))
  return { mappings: [...kept, ...byModel], refused }
}

function counted(values: readonly string[]): readonly CountedValue[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]) => ({ value, count }))
}

function mappingsOf(
  groups: readonly ValueGroup[],
  { name }: TableColumn,
  by: ValueMapping["by"],
): readonly ValueMapping[] {
  return groups.flatMap(([leader, ...others]) =>
    others.map(({ value }) => ({ column: name, from: value, to: leader.value, by })),
  )
}
