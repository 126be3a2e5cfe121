import type { Steps } from "../runtime/yield"
import { termsOf, termsOfWord, wordsOf } from "./terms"

/** Words whose terms are kept: those of a language come back in every document. */
const maxKnownWords = 50_000

/** Of one document, passage by passage: which of the asked terms it holds, by number. */
export type HeldTerms = readonly (readonly number[])[]

export interface TermCoverage {
  /** One passage a step. */
  heldSteps(passages: readonly string[]): Steps<HeldTerms>
  /**
   * For each document the best share, in [0, 1], of one query's terms that one passage holds. Terms weigh as in BM25 over
   * these documents, ln(1 + (N - n + 0.5) / (n + 0.5)): one that every document has counts for little, one that none
   * has for most.
   */
  scores(documents: readonly HeldTerms[]): readonly number[]
}

export function createTermCoverage(queries: readonly string[]): TermCoverage {
  const numbers = new Map<string, number>()
  const numberOf = (term: string) => {
    const number = numbers.get(term) ?? numbers.size
    numbers.set(term, number)
    return number
  }
  const asked = queries.map((query) => new Set([...termsOf(query)].map(numberOf)))

  const known = new Map<string, readonly number[]>()
  /** Numbers of the asked terms that the word stands for; mostly none. */
  const numbersOf = (word: string): readonly number[] => {
    const before = known.get(word)
    if (before !== undefined) return before
    const found = [...termsOfWord(word, "index")].flatMap((term) => numbers.get(term) ?? [])
    if (known.size >= maxKnownWords) known.clear()
    known.set(word, found)
    return found
  }

  return {
    *heldSteps(passages) {
      const held: number[][] = []
      for (const passage of passages) {
        const own = new Set<number>()
        for (const word of wordsOf(passage)) for (const number of numbersOf(word)) own.add(number)
        held.push([...own])
        yield
      }
      return held
    },
    scores(documents) {
      const holders = new Float64Array(numbers.size)
      for (const passages of documents) for (const number of new Set(passages.flat())) holders[number]! += 1
      const weights = holders.map((n) => Math.log(1 + (documents.length - n + 0.5) / (n + 0.5)))
      const wholes = asked.map((terms) => sumOf(terms, weights))
      return documents.map((passages) => {
        let best = 0
        for (const passage of passages) {
          for (const [query, terms] of asked.entries()) {
            const covered = sumOf(
              passage.filter((number) => terms.has(number)),
              weights,
            )
            if (covered > 0) best = Math.max(best, Math.min(1, covered / wholes[query]!))
          }
        }
        return best
      })
    },
  }
}

function sumOf(numbers: Iterable<number>, weights: Float64Array): number {
  let sum = 0
  for (const number of numbers) sum += weights[number]!
  return sum
}
