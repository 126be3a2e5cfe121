import type { Sentence } from "../evidence/sentences"
import type { LexicalIndex } from "../retrieval/lexical"
import { termsOf } from "../retrieval/terms"
import { questionTerms } from "./question-terms"
import { createRelatedTerms } from "./related-terms"

export interface Match {
  readonly sentence: Sentence
  /** Weighted share of the task's terms that the sentence and its two neighbours hold, in [0, 1]. */
  readonly coverage: number
  /** BM25 times coverage. */
  readonly score: number
}

/** The sentences that share a term with a task, best first, at most 30; ties in text order. */
export type Matcher = (task: string) => Match[]

/** Sentences looked at for one task. */
const maxCandidates = 30
/** Of a short document too, a term is not rarer than in this many sentences more: it weighs what it does in a long one. */
const assumedSentences = 50

interface AskedTerm {
  /** The term itself where the document has it, else forms of it. */
  readonly forms: readonly string[]
  readonly weight: number
}

export function createMatcher(sentences: readonly Sentence[], index: LexicalIndex): Matcher {
  const relatedTo = createRelatedTerms(index.terms())
  // A term that the document lacks weighs as much as the rarest that it could have.
  const rarest = Math.log(1 + (sentences.length + assumedSentences + 0.5) / 0.5)
  const weightOf = (term: string) => index.weight(term, assumedSentences)

  const asked = (term: string): AskedTerm => {
    const forms = weightOf(term) > 0 ? [term] : relatedTo(term)
    return { forms, weight: forms.reduce((most, form) => Math.max(most, weightOf(form)), 0) || rarest }
  }
  return (task) => {
    const terms = questionTerms(task).map(asked)
    return index
      .searchTerms(
        terms.flatMap(({ forms }) => forms),
        maxCandidates,
      )
      .map(({ index: at, score }) => {
        const coverage = coveredShare(sentences.slice(Math.max(0, at - 1), at + 2), terms)
        return { sentence: sentences[at]!, coverage, score: score * coverage }
      })
      .sort((left, right) => right.score - left.score || left.sentence.start - right.sentence.start)
  }
}

function coveredShare(window: readonly Sentence[], terms: readonly AskedTerm[]): number {
  const held = new Set(window.flatMap(({ text }) => [...termsOf(text, "index")]))
  let covered = 0
  let whole = 0
  for (const { forms, weight } of terms) {
    whole += weight
    if (forms.some((form) => held.has(form))) covered += weight
  }
  return whole === 0 ? 0 : covered / whole
}
