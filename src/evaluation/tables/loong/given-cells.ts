import type { LoongInstance } from "../../loong/instance"
import { normalizeText } from "../../scoring/normalize"
import { mentions } from "../../scoring/parse-lists"
import type { FinancialPlan } from "./plan"
import { isWithin, numbersIn, type Range } from "./ranges"

/** The number of each document, in their order; undefined where the gold says nothing of it. */
export type GivenCells = readonly (number | undefined)[]

/**
 * Cells from which the gold follows: the figures that it names, and where it names none such that lie where it says. They
 * stand for a reading without a fault, so that what is measured is the plan and the query. Undefined where none do, since
 * the gold contradicts its question.
 */
export function givenCells(instance: LoongInstance, plan: FinancialPlan): GivenCells | undefined {
  const { answer, documents } = instance
  const names = documents.map(({ name }) => name)
  const text = typeof answer === "string" ? answer : ""
  switch (plan.kind) {
    case "best": {
      const [winner] = mentions(text, names)
      if (winner === undefined) return undefined
      return names.map((name, at) => (name === winner ? 0 : (plan.highest ? -1 : 1) * (at + 1)))
    }
    case "count": {
      const count = /^none\b/i.test(text) ? 0 : numbersIn(text)[0]
      const [inside, outside] = [valueWithin(plan.range, true), valueWithin(plan.range, false)]
      return names.map((_, at) => (at < (count ?? 0) ? inside : outside))
    }
    case "groups":
      return groupCells(instance, plan.groups)
    case "list": {
      const figures = numbersIn(text)
      return names.map((_, at) => figures[at])
    }
    case "largest decrease": {
      const [amount] = numbersIn(text)
      const year = /\b(?:19|20)\d\d\b/.exec(text)?.[0]
      return names.map((name) =>
        amount === undefined || year === undefined ? undefined : yearOf(name) < Number(year) ? amount : 0,
      )
    }
    case "trend": {
      const figures = new Map(
        [...text.matchAll(/(\$\(?[\d,]+\)?) in (\d{4})/g)].map(([, figure = "", year]) => [
          Number(year),
          numbersIn(figure)[0],
        ]),
      )
      return names.map((name) => figures.get(yearOf(name)))
    }
    case "value":
      return names.map((name) => (name === plan.company ? numbersIn(text)[0] : undefined))
    case "company":
      return names.map((name) => (normalizeText(name) === normalizeText(text) ? plan.value : undefined))
  }
}

/** Reports of one company have their year before their name. */
export function yearOf(name: string): number {
  return Number(/^(\d{4})-/.exec(name)?.[1] ?? 0)
}

function groupCells(
  { answer, documents }: LoongInstance,
  groups: readonly { readonly name: string; readonly range: Range }[],
): GivenCells | undefined {
  const groupOf = new Map(
    Object.entries(answer).flatMap(([name, members]) =>
      [members].flat().map((member) => [normalizeText(String(member)), normalizeText(name)] as const),
    ),
  )
  const cells = new Map<string, number | undefined>()
  for (const [company, group] of groupOf) {
    const at = groups.findIndex(({ name }) => normalizeText(name) === group)
    if (at < 0) return undefined
    // In this range, and in none that comes before it.
    const isOwn = (value: number) => groups.findIndex(({ range }) => isWithin(value, range)) === at
    cells.set(company, candidates(groups[at]!.range).find(isOwn))
  }
  return documents.map(({ name }) => cells.get(normalizeText(name)))
}

function valueWithin(range: Range, inside: boolean): number | undefined {
  return candidates(range).find((value) => isWithin(value, range) === inside)
}

/** Values at, beside and between the bounds of a range. */
function candidates(range: Range): readonly number[] {
  const bounds = range.map(([, bound]) => bound)
  const middle = bounds.reduce((sum, bound) => sum + bound, 0) / bounds.length
  return [middle, ...bounds.flatMap((bound) => [bound + 0.5, bound - 0.5, bound])]
}
