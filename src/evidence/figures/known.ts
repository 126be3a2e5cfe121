import type { Steps } from "../../runtime/yield"
import type { Claim } from "./claims"
import { datesOf, impliedBy } from "./dates"
import { withPlainDigits } from "./digits"
import { eastAsianNumbersOf, wordsOf } from "./number-words"
import { canonical, numbersOf } from "./numbers"
import { numbersInWords } from "./numbers-in-words"

/** What the sources read so far say. */
export interface Known {
  /** Reads one more. */
  add(source: string): Steps<void>
  supports(claim: Claim): boolean
}

/** Sources are read for these kinds of claims alone: their words are looked at for the names, their dates for the dates. */
export function createKnown(kinds: ReadonlySet<Claim["kind"]>): Known {
  const figures = new Set<string>()
  const pairs = new Set<string>()
  // The day and the year of a date may stand apart, the year as a number.
  const wantsNumbers = kinds.has("number") || kinds.has("date")
  const says = (words: readonly string[]) =>
    words.every((word, at) => pairs.has(at === 0 ? word : `${words[at - 1]} ${word}`))
  return {
    *add(source) {
      const text = withPlainDigits(source)
      if (wantsNumbers) {
        for (const { readings, scaled, parts } of numbersOf(text)) {
          // A source of 3 million is none of 3 billion.
          for (const value of scaled ?? readings) figures.add(value)
          for (const value of parts) figures.add(value)
        }
        yield
      }
      if (kinds.has("date")) {
        for (const { readings } of datesOf(text))
          for (const date of readings.flatMap(impliedBy)) figures.add(date)
        yield
      }
      const words = wordsOf(source)
      if (wantsNumbers) {
        for (const number of numbersInWords(words)) figures.add(canonical(String(number)))
        for (const number of eastAsianNumbersOf(source)) figures.add(String(number))
      }
      if (kinds.has("name")) {
        for (const [at, word] of words.entries()) {
          pairs.add(word)
          if (at > 0) pairs.add(`${words[at - 1]} ${word}`)
        }
      }
      yield
    },
    supports(claim) {
      if (claim.kind === "name") return claim.parts.every(says)
      const { readings, parts } = claim.figure
      return (
        readings.some((reading) => figures.has(reading)) ||
        (parts.length > 0 && parts.every((part) => figures.has(part)))
      )
    },
  }
}
