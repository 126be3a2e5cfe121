import { createQuoteFinder } from "../../agent/find-quotes"
import { type Sentence, withTerms } from "../../agent/support"
import type { Chunk } from "../../contracts"
import { sentencesIn } from "../../evidence/sentences"
import type { TextSlice } from "../../evidence/slices"
import type { Shown } from "./cells/make-row"

/** What quotes are looked up in: what was shown first, then the whole document. */
export function shownOf(slices: readonly TextSlice[], chunks: readonly Chunk[]): Shown {
  let sentences: readonly Sentence[] | undefined
  return {
    finder: createQuoteFinder(slices, chunks),
    sentences() {
      sentences ??= slices.flatMap(sentencesIn).map(withTerms)
      return sentences
    },
  }
}
