import { normalizeText, stripMarkers } from "../scoring/normalize"
import { mentions, parseNamedLists, parseOrderedList } from "../scoring/parse-lists"
import { type ParsedNumber, parseNumbers, parseWholeNumber } from "../scoring/parse-number"
import { longestCommonRun, type SetScore, scoreSets } from "../scoring/set-score"
import type { LoongInstance } from "./instance"

/** A score in exact code, without a judge. `exact` is all right; `score` is partial credit in [0, 1]. */
export type MechanicalScore =
  /** Two lists of a citation row, titles as pairs with their list; `score` is F1. */
  | ({ readonly kind: "citations"; readonly score: number; readonly exact: boolean } & SetScore)
  /** Pairs of company and group; `score` is F1. */
  | ({ readonly kind: "grouping"; readonly score: number; readonly exact: boolean } & SetScore)
  /** `score` is the longest run of neighbours that gold and answer share, by the length of gold. */
  | { readonly kind: "chain"; readonly score: number; readonly exact: boolean; readonly longestRun: number }
  | { readonly kind: "company"; readonly score: number; readonly exact: boolean }
  /** `exact` with units; `exceptUnit` also where it differs by a thousand or a million; `mentioned` anywhere. */
  | {
      readonly kind: "number"
      readonly score: number
      readonly exact: boolean
      readonly exceptUnit: boolean
      readonly mentioned: boolean
    }

/** The rules by which an answer is scored. */
export type MechanicalKind = MechanicalScore["kind"]

/** How an instance can be scored without a judge; undefined where it can't (free text, or odd gold). */
export function mechanicalKind(instance: LoongInstance): MechanicalKind | undefined {
  const { answer, type, task } = instance
  if (type === "paper" && task === "chain" && Array.isArray(answer)) return "chain"
  if (typeof answer !== "string") {
    if (Array.isArray(answer)) return undefined
    if (type === "paper") return task === "clustering" ? "citations" : undefined
    return type === "financial" ? "grouping" : undefined
  }
  if (type !== "financial") return undefined
  if (parseWholeNumber(answer) !== undefined) return "number"
  const isName = instance.documents.some(({ name }) => normalizeText(name) === normalizeText(answer))
  return isName ? "company" : undefined
}

/** Scores an answer in exact code; undefined where only a judge can. */
export function scoreMechanically(instance: LoongInstance, text: string): MechanicalScore | undefined {
  switch (mechanicalKind(instance)) {
    case "citations":
      return { kind: "citations", ...scoreGroups(instance, text) }
    case "grouping":
      return { kind: "grouping", ...scoreGroups(instance, text) }
    case "chain":
      return scoreChain(instance, text)
    case "company":
      return scoreCompany(instance, text)
    case "number":
      return scoreNumber(instance, text)
    case undefined:
      return undefined
  }
}

function scoreGroups(instance: LoongInstance, text: string) {
  const gold = instance.answer as { readonly [group: string]: string | readonly string[] }
  const members = Object.values(gold).flat()
  const items = instance.type === "financial" ? instance.documents.map(({ name }) => name) : members
  const lists = parseNamedLists(text, Object.keys(gold), items)
  const score = scoreSets(pairs(Object.entries(gold)), pairs(lists))
  return { ...score, score: score.f1, exact: score.falsePositives + score.falseNegatives === 0 }
}

function pairs(lists: Iterable<readonly [string, string | readonly string[]]>): readonly string[] {
  return [...lists].flatMap(([name, items]) =>
    [items].flat().map((item) => `${normalizeText(name)}\n${normalizeText(item)}`),
  )
}

function scoreChain(instance: LoongInstance, text: string): MechanicalScore {
  const gold = (instance.answer as readonly string[]).map(normalizeText)
  const chain = parseOrderedList(text, instance.answer as readonly string[]).map(normalizeText)
  const longestRun = longestCommonRun(gold, chain)
  const exact = gold.length === chain.length && longestRun === gold.length
  return { kind: "chain", score: longestRun / gold.length, exact, longestRun }
}

/** The company is the only one named, else that of the first sentence which names exactly one. */
function scoreCompany(instance: LoongInstance, text: string): MechanicalScore {
  const names = instance.documents.map(({ name }) => name)
  const clean = stripMarkers(text)
  const named = mentions(clean, names)
  const sentences = clean.split(/\n|(?<=[.!?])\s+(?=[A-Z])/)
  const only =
    named.length === 1 ? named : sentences.map((s) => mentions(s, names)).find((m) => m.length === 1)
  const exact =
    only !== undefined && normalizeText(only[0] as string) === normalizeText(instance.answer as string)
  return { kind: "company", score: exact ? 1 : 0, exact }
}

/** The answer's number is its first one that the question does not hold. */
function scoreNumber(instance: LoongInstance, text: string): MechanicalScore {
  const gold = parseWholeNumber(instance.answer as string) as ParsedNumber
  const asked = new Set(parseNumbers(instance.question).map(scaledValue))
  const all = parseNumbers(text)
  const first = all.find(
    (number) => !asked.has(scaledValue(number)) || isEqual(scaledValue(number), scaledValue(gold)),
  )
  const exact = first !== undefined && isEqual(scaledValue(first), scaledValue(gold))
  const exceptUnit =
    first !== undefined &&
    [1e-6, 1e-3, 1, 1e3, 1e6].some((by) => isEqual(scaledValue(first) * by, scaledValue(gold)))
  const mentioned = all.some((number) => isEqual(scaledValue(number), scaledValue(gold)))
  return { kind: "number", score: exact ? 1 : 0, exact, exceptUnit, mentioned }
}

function scaledValue(number: ParsedNumber): number {
  return number.written * number.unit
}

function isEqual(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))
}
