import { runSteps, type Steps } from "../runtime/yield"
import { termsOf } from "./terms"

export interface LexicalHit {
  /** Position in the texts that were indexed. */
  readonly index: number
  /** Above 0. */
  readonly score: number
}

export interface LexicalIndex {
  /** The texts that share a term with the query, best first, at most `topK`; ties by position. */
  search(query: string, topK: number): readonly LexicalHit[]
  /** As `search`, for terms as `termsOf` gives them. */
  searchTerms(terms: Iterable<string>, topK: number): readonly LexicalHit[]
  /**
   * How much a term tells one text from another, ln(1 + (N - n + 0.5) / (n + 0.5)); 0 for a term in no text.
   * `others` counts as that many texts more, none of which holds it.
   */
  weight(term: string, others?: number): number
  /** All terms of the texts, each once. */
  terms(): Iterable<string>
}

export interface LexicalOptions {
  /** How soon repeats of a term stop counting. @default 1.2 */
  readonly k1?: number | undefined
  /** How much longer texts are held back, from 0 to 1. @default 0.75 */
  readonly b?: number | undefined
}

/** Texts that hold a term, with how often: position, count, position, count, ... */
type Postings = number[]

/**
 * BM25 over a list of texts (Robertson and Zaragoza 2009, with the idf that is never negative). Terms are those of
 * `termsOf`; no pattern is ever made from the query.
 */
export function createLexicalIndex(texts: readonly string[], options?: LexicalOptions): LexicalIndex {
  return runSteps(lexicalIndexSteps(texts, options))
}

/** As `createLexicalIndex`, one text a step, for `runStepsYielding`. */
export function* lexicalIndexSteps(
  texts: readonly string[],
  { k1 = 1.2, b = 0.75 }: LexicalOptions = {},
): Steps<LexicalIndex> {
  const postings = new Map<string, Postings>()
  const lengths = new Uint32Array(texts.length)
  let totalLength = 0
  for (const [index, text] of texts.entries()) {
    const length = addText(postings, text, index)
    lengths[index] = length
    totalLength += length
    yield
  }
  const meanLength = totalLength / Math.max(1, texts.length)

  function weight(term: string, others = 0): number {
    const holders = (postings.get(term)?.length ?? 0) / 2
    return holders === 0 ? 0 : Math.log(1 + (texts.length + others - holders + 0.5) / (holders + 0.5))
  }

  function searchTerms(terms: Iterable<string>, topK: number): readonly LexicalHit[] {
    const scores = new Float64Array(texts.length)
    for (const [term, asked] of counted(terms)) {
      const list = postings.get(term) ?? []
      const idf = weight(term) * asked
      for (let at = 0; at < list.length; at += 2) {
        const index = list[at]!
        const count = list[at + 1]!
        const norm = k1 * (1 - b + (b * lengths[index]!) / meanLength)
        scores[index]! += (idf * count * (k1 + 1)) / (count + norm)
      }
    }
    return best(scores, topK)
  }

  return {
    search: (query, topK) => searchTerms(termsOf(query), topK),
    searchTerms,
    weight,
    terms: () => postings.keys(),
  }
}

/** Returns the text's length in terms. */
function addText(postings: Map<string, Postings>, text: string, index: number): number {
  let length = 0
  for (const term of termsOf(text, "index")) {
    length += 1
    const list = postings.get(term)
    if (list === undefined) postings.set(term, [index, 1])
    else if (list[list.length - 2] === index) list[list.length - 1]! += 1
    else list.push(index, 1)
  }
  return length
}

function counted(terms: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

function best(scores: Float64Array, topK: number): LexicalHit[] {
  const hits: LexicalHit[] = []
  for (const [index, score] of scores.entries()) if (score > 0) hits.push({ index, score })
  // Sorting is stable, so ties stay in the order of the texts.
  hits.sort((left, right) => right.score - left.score)
  return hits.slice(0, Math.max(0, topK))
}
