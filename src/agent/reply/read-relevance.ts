import { textOf } from "../../calls/json/fields"

const words: ReadonlyMap<string, number> = new Map([
  ["high", 0.9],
  ["medium", 0.5],
  ["low", 0.2],
  ["none", 0],
])

/** A share of 1 from what a model may write for it: 0.9, "0.9", 9 of 10, 90 %, a word. Undefined for anything else. */
export function readRelevance(value: unknown): number | undefined {
  const text = textOf(value).toLowerCase()
  const word = words.get(text)
  if (word !== undefined) return word
  const [, digits = "", whole] = /^(\d+(?:[.,]\d+)?)\s*(?:%|(?:\/|of|out of)\s*(\d+))?$/.exec(text) ?? []
  if (digits === "") return undefined
  const number = Number(digits.replace(",", "."))
  const most =
    whole !== undefined ? Number(whole) : text.endsWith("%") || number > 10 ? 100 : number > 1 ? 10 : 1
  return most > 0 ? Math.min(1, number / most) : undefined
}
