import { numberWord, partsOfCompound } from "./number-words"

/** Between the words of one number. */
const joints = new Set(["and", "und", "et", "y"])
/** A hundred in French, but money in English: only behind a word that is French alone. */
const frenchHundred = /^cents?$/
const frenchDigits = new Set(["deux", "trois", "quatre", "cinq", "sept", "huit", "neuf"])

/** One number as far as its words have come. */
interface Run {
  /** Of what is finished by a scale: two million in "two million five hundred". */
  readonly total: number
  /** Of what no scale has followed yet. */
  readonly group: number
  /** The scale before; the next one must be smaller. */
  readonly scale: number
  /** Each word's own value, where the words are a number each too: "twenty, five". */
  readonly single: readonly number[]
  readonly isMultiplied: boolean
}

const start: Run = { total: 0, group: 0, scale: Number.POSITIVE_INFINITY, single: [], isMultiplied: false }

/**
 * Numbers that words of a text stand for: "twenty-four", "five million", "two hundred (200) thousand", "zweihundertf\u00fcnfzig",
 * "quatre-vingt-dix". What multiplies is no number of its own: five million is neither five nor a million.
 */
export function* numbersInWords(words: readonly string[]): Generator<number, void> {
  let run: Run | undefined
  let before = ""
  for (const word of words.flatMap(partsOfCompound)) {
    const next = withWord(run, word, before)
    if (next === undefined) yield* valuesOf(run)
    run = next ?? withWord(undefined, word, before)
    before = word
  }
  yield* valuesOf(run)
}

/** The number with one more word, or undefined where the word is not part of it. */
function withWord(run: Run | undefined, word: string, before: string): Run | undefined {
  const { total, group, scale, single } = run ?? start
  if (frenchHundred.test(word) && frenchDigits.has(before)) return multiplied(run, group * 100)
  const found = numberWord(word)
  if (found === undefined) {
    if (run === undefined) return undefined
    // "Five (5) million", "one hundred and five".
    return joints.has(word) || Number(word) === total + group || Number(word) === group ? run : undefined
  }
  const { kind, value } = found
  if (kind === "number") {
    if (run !== undefined && !takes(group, value)) return undefined
    const sum = group === 4 && /^vingts?$/.test(word) ? 80 : group + value
    return { total, scale, group: sum, single: [...single, value], isMultiplied: run?.isMultiplied ?? false }
  }
  // "A million" is one.
  const times = group === 0 && (run === undefined || total === 0) ? 1 : group
  if (kind === "hundred") return times > 0 && times < 100 ? multiplied(run, times * 100) : undefined
  return times > 0 && value < scale && (value === 1_000 || run !== undefined || before === "a")
    ? { total: total + times * value, group: 0, scale: value, single, isMultiplied: true }
    : undefined
}

function multiplied(run: Run | undefined, group: number): Run {
  return { ...(run ?? start), group, isMultiplied: true }
}

/** Whether a number below a hundred goes on with one: five behind twenty or a hundred, in French also sixty and ten. */
function takes(group: number, value: number): boolean {
  const rest = group % 100
  if (rest === 0) return true
  if (value < 10) return value > 0 && rest % 10 === 0 && (rest >= 20 || rest === 10)
  return value < 20 ? rest === 60 || rest === 80 : group === 4 && value === 20
}

function* valuesOf(run: Run | undefined): Generator<number, void> {
  if (run === undefined) return
  if (!run.isMultiplied) yield* run.single
  yield run.total + run.group
}
