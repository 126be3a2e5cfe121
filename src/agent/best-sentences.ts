import { sentencesIn } from "../evidence/sentences"
import type { TextSlice } from "../evidence/slices"
import { termsOf } from "../retrieval/terms"

/**
 * Of a text that does not fit, the sentences that hold most of the query's terms, the rarer ones counting more, as
 * many as fit; in text order, neighbours as one slice. A sentence without any of the terms says too little to be
 * shown alone.
 */
export function bestSentences(
  query: string,
  slice: TextSlice,
  maxTokens: number,
  countTokens: (text: string) => number,
): readonly TextSlice[] {
  const asked = new Set(termsOf(query))
  const sentences = sentencesIn(slice).map((sentence, index) => {
    const held = new Set([...termsOf(sentence.text, "index")].filter((term) => asked.has(term)))
    return { sentence, index, held }
  })
  const holders = new Map<string, number>()
  for (const { held } of sentences) for (const term of held) holders.set(term, (holders.get(term) ?? 0) + 1)
  const weightOf = (term: string) => Math.log(1 + sentences.length / (holders.get(term) ?? 1))
  const ranked = sentences
    .map((entry) => ({ ...entry, weight: [...entry.held].reduce((sum, term) => sum + weightOf(term), 0) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
  let left = maxTokens
  const chosen = ranked.filter(({ sentence }) => {
    const cost = countTokens(sentence.text) + gapTokens
    if (cost > left) return false
    left -= cost
    return true
  })
  return joined(
    slice,
    chosen.sort((a, b) => a.index - b.index),
  )
}

/** Tokens of the mark between two parts. */
const gapTokens = 4

/** Neighbours become one slice, with the white space between them. */
function joined(
  { text, start }: TextSlice,
  chosen: readonly { readonly sentence: TextSlice; readonly index: number }[],
): readonly TextSlice[] {
  const parts: { start: number; end: number; last: number }[] = []
  for (const { sentence, index } of chosen) {
    const before = parts.at(-1)
    if (before !== undefined && before.last === index - 1) {
      before.end = sentence.end
      before.last = index
    } else parts.push({ start: sentence.start, end: sentence.end, last: index })
  }
  return parts.map((part) => ({
    start: part.start,
    end: part.end,
    text: text.slice(part.start - start, part.end - start),
  }))
}
