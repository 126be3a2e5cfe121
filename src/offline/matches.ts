import type { Sentence } from "../evidence/sentences"
import type { LexicalIndex } from "../retrieval/lexical"
import { termsOf } from "../retrieval/terms"
import { questionTerms } from "./question-terms"

export interface Match {
  readonly sentence: Sentence
  /** Weighted share of the task's terms that the sentence and its two neighbours hold, in [0, 1]. */
  readonly coverage: number
  /** BM25 times coverage. */
  readonly score: number
}

/** Sentences looked at for one task. */
const maxCandidates = 30

/** The sentences that share a term with the task, best first, at most 30; ties in text order. */
export function matchesOf(task: string, sentences: readonly Sentence[], index: LexicalIndex): Match[] {
  const terms = questionTerms(task)
  // A term that the document lacks weighs as much as the rarest that it could have.
  const rarest = Math.log(1 + (sentences.length + 0.5) / 0.5)
  const weights = new Map(terms.map((term) => [term, index.weight(term) || rarest]))
  return index
    .search(terms.join(" "), maxCandidates)
    .map(({ index: at, score }) => {
      const coverage = coveredShare(sentences.slice(Math.max(0, at - 1), at + 2), weights)
      return { sentence: sentences[at]!, coverage, score: score * coverage }
    })
    .sort((left, right) => right.score - left.score || left.sentence.start - right.sentence.start)
}

function coveredShare(window: readonly Sentence[], weights: ReadonlyMap<string, number>): number {
  const held = new Set(window.flatMap(({ text }) => [...termsOf(text, "index")]))
  let covered = 0
  let whole = 0
  for (const [term, weight] of weights) {
    whole += weight
    if (held.has(term)) covered += weight
  }
  return whole === 0 ? 0 : covered / whole
}
