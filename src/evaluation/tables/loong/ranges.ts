import { parseNumbers } from "../../scoring/parse-number"

type Operator = "<" | "<=" | "=" | ">=" | ">"

/** All of these hold of a value. */
export type Range = readonly (readonly [operator: Operator, bound: number])[]

export interface Group {
  readonly name: string
  readonly range: Range
}

/** Words before or behind a number, as the questions of Loong put ranges; the first that fits is taken. */
const number = String.raw`(\$?-?\$?[\d,]+(?:\.\d+)?)`
const forms: readonly (readonly [pattern: RegExp, operators: readonly Operator[]])[] = [
  [new RegExp(`^between ${number} and ${number}$`), [">=", "<="]],
  [new RegExp(`^(?:over|above|more than) ${number} and (?:below|under) ${number}$`), [">", "<"]],
  [new RegExp(`^(?:over|above|more than) ${number} (?:and up to|to) ${number}$`), [">", "<="]],
  [new RegExp(`^${number} and below ${number}$`), [">=", "<"]],
  [new RegExp(`^(?:equal to )?${number} (?:and|or) below$`), ["<="]],
  [new RegExp(`^(?:over|above|more than|greater than) ${number}$`), [">"]],
  [new RegExp(`^(?:below|less than) ${number}$`), ["<"]],
  [new RegExp(`^(?:equal to )?${number}$`), ["="]],
]

/** The groups that a question names with their ranges, such as "low cash (above 0 and below 1,000,000)". */
export function groupsOf(question: string): readonly Group[] {
  const list = question.slice(question.search(/following (?:groups|categories):/))
  return [...list.matchAll(/(?::|,|\band\b)\s*(?:and )?([a-z][\w -]*?)\s*\(([^()]*\d[^()]*)\)/gi)].flatMap(
    ([, name = "", words = ""]) => {
      const range = rangeOf(words.trim())
      return range === undefined ? [] : [{ name, range }]
    },
  )
}

function rangeOf(words: string): Range | undefined {
  for (const [pattern, operators] of forms) {
    const bounds = pattern.exec(words)?.slice(1).map(boundOf)
    if (bounds !== undefined) return operators.map((operator, at) => [operator, bounds[at]!] as const)
  }
  return undefined
}

const boundOf = (words: string): number => Number(words.replace(/[$,]/g, ""))

export function isWithin(value: number, range: Range): boolean {
  return range.every(([operator, bound]) => {
    switch (operator) {
      case "<":
        return value < bound
      case "<=":
        return value <= bound
      case "=":
        return value === bound
      case ">=":
        return value >= bound
      default:
        return value > bound
    }
  })
}

/** The condition in SQL. */
export function rangeSQL(column: string, range: Range): string {
  return range.map(([operator, bound]) => `${column} ${operator} ${bound}`).join(" AND ")
}

/** The numbers that a text names, with their units. */
export function numbersIn(text: string): readonly number[] {
  return parseNumbers(text).map(({ written, unit }) => written * unit)
}
