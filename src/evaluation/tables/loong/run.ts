import type { QueryResult, TableColumn } from "../../../contracts"
import { type QueriedRow, queryRows } from "../../../tables/query"
import type { LoongInstance, LoongTask } from "../../loong/instance"
import { scoreMechanically } from "../../loong/score"
import { markdownTable } from "../../markdown"
import { mentions } from "../../scoring/parse-lists"
import { type GivenCells, givenCells, yearOf } from "./given-cells"
import { type FinancialPlan, planFinancial } from "./plan"
import { numbersIn } from "./ranges"

/** What became of one question over tables of figures. */
export interface FinancialTableAnswer {
  readonly id: string
  readonly task: LoongTask
  /** Undefined where no rule knows the question. */
  readonly sql: string | undefined
  /** What code makes of the query's result. */
  readonly text: string | undefined
  readonly isRight: boolean
  /** Why there is no right answer. */
  readonly problem: string | undefined
}

const columns: readonly TableColumn[] = (["year", "value"] as const).map((name) => ({
  name,
  type: name === "year" ? "integer" : "number",
  required: false,
  nullable: true,
  schema: {},
}))

/** Answers financial questions of Loong by a query over cells that are given, and holds the answers to the gold. */
export async function runFinancialTables(
  instances: readonly LoongInstance[],
  signal?: AbortSignal,
): Promise<readonly FinancialTableAnswer[]> {
  const answers: FinancialTableAnswer[] = []
  for (const instance of instances) answers.push(await answerOf(instance, signal))
  return answers
}

/** How many of each kind of question are planned, and answered rightly by the query alone. */
export function financialTablesReport(answers: readonly FinancialTableAnswer[]): string {
  const tasks = [...new Set(answers.map(({ task }) => task))]
  const rows = tasks.map((task) => {
    const of = answers.filter((answer) => answer.task === task)
    const counts = [of, of.filter(({ sql }) => sql !== undefined), of.filter(({ isRight }) => isRight)]
    return [task, ...counts.map(({ length }) => String(length))]
  })
  const problems = answers.filter(({ isRight }) => !isRight).map(({ id, problem }) => `- ${id}: ${problem}`)
  return [markdownTable(["questions", "all", "planned", "right"], rows), ...problems].join("\n")
}

async function answerOf(
  instance: LoongInstance,
  signal: AbortSignal | undefined,
): Promise<FinancialTableAnswer> {
  const { id, task } = instance
  const plan = planFinancial(instance)
  const cells = plan && givenCells(instance, plan)
  if (plan === undefined || cells === undefined) {
    const problem = plan === undefined ? "no rule knows the question" : "no cells agree with the gold"
    return { id, task, sql: plan?.sql, text: undefined, isRight: false, problem }
  }
  const result = await queryRows({ sql: plan.sql, columns, rows: rowsOf(instance, cells), signal })
  const text = textOf(plan, result)
  const isRight = agrees(instance, plan, text)
  return { id, task, sql: plan.sql, text, isRight, problem: isRight ? undefined : `${text} is not the gold` }
}

function rowsOf({ documents }: LoongInstance, cells: GivenCells): readonly QueriedRow[] {
  const cell = (value: number | undefined) =>
    value === undefined
      ? ({ status: "not-found", value: null, quotes: [] } as const)
      : ({ status: "found", value, quotes: [] } as const)
  return documents.map(({ name }, at) => ({
    documentId: name,
    index: 0,
    status: "answered",
    cells: { year: cell(yearOf(name)), value: cell(cells[at]) },
  }))
}

function textOf({ kind }: FinancialPlan, { rows }: QueryResult): string {
  if (kind !== "groups") return rows.map(({ values }) => values.join(": ")).join("\n")
  return JSON.stringify(
    Object.fromEntries(rows.map(({ values: [name, members] }) => [name, JSON.parse(String(members))])),
  )
}

/** By the benchmark's own rules where code can score the question, else by the figures and names of the gold. */
function agrees(instance: LoongInstance, { kind }: FinancialPlan, text: string): boolean {
  const score = scoreMechanically(instance, text)
  if (score !== undefined) return score.exact
  const gold = typeof instance.answer === "string" ? instance.answer : ""
  const names = instance.documents.map(({ name }) => name)
  if (kind === "best" || kind === "company") return mentions(text, names)[0] === mentions(gold, names)[0]
  const wanted = kind === "count" && /^none\b/i.test(gold) ? [0] : numbersIn(gold)
  const got = text.split(/[\n:]/).map(Number)
  // A share in the gold is rounded by hand.
  const near = (a: number, b: number) => Math.abs(Math.abs(a) - Math.abs(b)) <= 1e-3 * Math.abs(b)
  return wanted.length > 0 && wanted.every((figure) => got.some((value) => near(value, figure)))
}
