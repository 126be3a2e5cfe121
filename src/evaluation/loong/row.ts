import type { LoongAnswer, LoongType } from "./instance"

/** A line of `loong.jsonl`, the fields that are used. */
export interface LoongRow {
  readonly id: string
  readonly level: number
  readonly set: number
  readonly type: LoongType
  readonly language: string
  readonly question: string
  readonly instruction: string
  readonly prompt_template: string
  readonly doc: readonly string[]
  readonly answer: LoongAnswer
}

/** True, or what is wrong with the row. */
export function hasLoongRowShape(row: Partial<Record<keyof LoongRow, unknown>> | undefined): true | string {
  if (row === undefined) return "not a JSON object"
  for (const field of ["id", "language", "question", "instruction", "prompt_template"] as const) {
    if (typeof row[field] !== "string") return `field \`${field}\` is not a string`
  }
  if (!["paper", "financial", "legal"].includes(String(row.type))) {
    return `unknown type ${JSON.stringify(row.type)}`
  }
  if (![1, 2, 3, 4].includes(Number(row.level))) return `unknown level ${JSON.stringify(row.level)}`
  if (![1, 2, 3, 4].includes(Number(row.set))) return `unknown set ${JSON.stringify(row.set)}`
  if (!isStrings(row.doc) || row.doc.length === 0) return "field `doc` is not a list of names"
  return hasAnswerShape(row.answer) || "field `answer` is no string, list of strings or groups of strings"
}

function hasAnswerShape(answer: unknown): boolean {
  if (typeof answer === "string" || isStrings(answer)) return true
  return (
    typeof answer === "object" &&
    answer !== null &&
    Object.values(answer).every((item) => typeof item === "string" || isStrings(item))
  )
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string")
}
