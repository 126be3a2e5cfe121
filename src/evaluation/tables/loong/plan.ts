import type { LoongInstance } from "../../loong/instance"
import { mentions } from "../../scoring/parse-lists"
import { type Group, groupsOf, numbersIn, type Range, rangeSQL } from "./ranges"

/** What a coordinator would plan for a question over financial reports: one number a report, and a query over them. */
export type FinancialPlan = {
  /** One SELECT over rows of `document_id` (the company, or the report of a year), `year` and `value`. */
  readonly sql: string
} & (
  | { readonly kind: "best"; readonly highest: boolean }
  | { readonly kind: "count"; readonly range: Range }
  | { readonly kind: "groups"; readonly groups: readonly Group[] }
  | { readonly kind: "list" | "trend" | "largest decrease" }
  | { readonly kind: "value"; readonly company: string }
  | { readonly kind: "company"; readonly value: number }
)

/** Rules in the place of a model, for the wordings of set 4; undefined for a question that none of them knows. */
export function planFinancial(instance: LoongInstance): FinancialPlan | undefined {
  const { question, task } = instance
  switch (task) {
    case "comparison":
      return comparison(question)
    case "clustering":
      return clustering(question)
    case "chain":
      return chain(question)
    default:
      return spotlight(instance)
  }
}

function comparison(question: string): FinancialPlan | undefined {
  const best = /^which company has the (highest|lowest)\b/i.exec(question)?.[1]
  if (best !== undefined) {
    const highest = best.toLowerCase() === "highest"
    const order = highest ? "DESC" : "ASC"
    const sql = `SELECT document_id FROM rows WHERE value IS NOT NULL ORDER BY value ${order} LIMIT 1`
    return { kind: "best", highest, sql }
  }
  if (/in ascending order/i.test(question)) {
    return { kind: "list", sql: "SELECT value FROM rows WHERE value IS NOT NULL ORDER BY value" }
  }
  const range = /^how many companies/i.test(question) ? countedRange(question) : undefined
  if (range === undefined) return undefined
  return { kind: "count", range, sql: `SELECT COUNT(*) FROM rows WHERE ${rangeSQL("value", range)}` }
}

function countedRange(question: string): Range | undefined {
  const [amount] = numbersIn(/\$[\d,.]+/.exec(question)?.[0] ?? "")
  if (/in the thousands/i.test(question)) {
    return [
      [">=", 1_000],
      ["<", 1_000_000],
    ]
  }
  if (amount === undefined) return undefined
  return /equal to/i.test(question) ? [["=", amount]] : [[">", amount]]
}

function clustering(question: string): FinancialPlan | undefined {
  const groups = groupsOf(question)
  if (groups.length === 0) return undefined
  const cases = groups.map(
    ({ name, range }) => `WHEN ${rangeSQL("value", range)} THEN '${name.replaceAll("'", "''")}'`,
  )
  const sql = `SELECT CASE ${cases.join(" ")} END AS name, json_group_array(document_id) FROM rows GROUP BY name`
  return { kind: "groups", groups, sql }
}

function chain(question: string): FinancialPlan | undefined {
  if (/largest decrease/i.test(question)) {
    const changes = "SELECT document_id, year, value - lag(value) OVER (ORDER BY year) AS change FROM rows"
    return {
      kind: "largest decrease",
      sql: `SELECT year, change FROM (${changes}) WHERE change < 0 ORDER BY change LIMIT 1`,
    }
  }
  if (!/trend/i.test(question)) return undefined
  const share = "100 * (value / first_value(value) OVER (ORDER BY year) - 1)"
  return { kind: "trend", sql: `SELECT year, value, ${share} FROM rows ORDER BY year` }
}

/** A value of a company that the question names, or the company of a value that it names. */
function spotlight({ question, documents }: LoongInstance): FinancialPlan | undefined {
  const [company] = mentions(
    question,
    documents.map(({ name }) => name),
  )
  if (company !== undefined) {
    const sql = `SELECT value FROM rows WHERE document_id = '${company.replaceAll("'", "''")}'`
    return { kind: "value", company, sql }
  }
  const [value] = numbersIn(question)
  return value === undefined
    ? undefined
    : { kind: "company", value, sql: `SELECT document_id FROM rows WHERE value = ${value}` }
}
