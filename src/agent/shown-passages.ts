import type { Chunk, Passage } from "../contracts"
import { joinSlices, overlaps, type TextSlice, uncovered } from "../evidence/slices"
import { oneLine } from "./prompt"

/** What an agent has been shown of its document: each character once, unless repeats are asked for. */
export interface ShownPassages {
  /**
   * Text for the model about the passages of one search. Overlapping passages are joined; what was shown before
   * is named, not sent again; what exceeds `tokenBudget` is left out, least relevant first, and said to be.
   */
  show(
    query: string,
    passages: readonly Passage[],
    tokenBudget: number,
  ): { readonly text: string; readonly tokens: number; readonly leftOut: number }
  /** The whole document as one passage. */
  showWhole(chunks: readonly Chunk[]): string
  /** Everything shown, in the order it was shown. */
  readonly slices: readonly TextSlice[]
}

/** Tokens that the frame around a passage may cost. */
const PASSAGE_FRAME_TOKENS = 60

/**
 * @param boundary opens and closes every passage; a document can't forge it, since it is derived from a hash of
 * its text
 */
export function createShownPassages(
  boundary: string,
  countTokens: (text: string) => number,
  repeat: boolean,
): ShownPassages {
  const shown: TextSlice[] = []
  const render = ({ headings, tableHeader }: Pick<Passage, "headings" | "tableHeader">, slice: TextSlice) => {
    shown.push(slice)
    const path = headings.length > 0 ? ` under ${JSON.stringify(headings.map(oneLine).join(" > "))}` : ""
    const columns = tableHeader === undefined ? "" : `(columns of this table: ${oneLine(tableHeader)})\n`
    return `<passage ${boundary} P${shown.length}${path}>\n${columns}${slice.text}\n</passage ${boundary}>`
  }
  return {
    slices: shown,
    showWhole(chunks) {
      const slice = { start: chunks[0]?.start ?? 0, end: chunks.at(-1)?.end ?? 0, text: joinSlices(chunks) }
      return render({ headings: [] }, slice)
    },
    show(query, passages, tokenBudget) {
      const lines = [`Search: ${JSON.stringify(oneLine(query))}`]
      const known = repeat ? [] : namesOfShown(passages, shown)
      let tokens = 0
      let leftOut = 0
      for (const passage of repeat ? passages : joinOverlapping(passages)) {
        const fresh = repeat ? [passage] : uncovered(passage, shown)
        for (const { start, end } of fresh) {
          const text = passage.text.slice(start - passage.start, end - passage.start)
          if (text.trim() === "") continue
          const cost = countTokens(text) + PASSAGE_FRAME_TOKENS
          if (tokens + cost > tokenBudget) {
            leftOut += 1
            continue
          }
          tokens += cost
          lines.push(render(passage, { start, end, text }))
        }
      }
      if (passages.length === 0) lines.push("No passage matches.")
      if (known.length > 0) lines.push(`Also matches, shown before: ${known.join(", ")}.`)
      if (leftOut > 0) lines.push(`${leftOut} more matching passages do not fit any more.`)
      const text = lines.join("\n")
      return { text, tokens: countTokens(text), leftOut }
    },
  }
}

/** `P1`, `P2`, ... of what was shown before and holds a passage that was found again. */
function namesOfShown(passages: readonly Passage[], shown: readonly TextSlice[]): readonly string[] {
  const again = passages.filter((passage) => uncovered(passage, shown).length === 0)
  return shown.flatMap((slice, index) =>
    again.some((passage) => overlaps(slice, passage)) ? [`P${index + 1}`] : [],
  )
}

/** Passages that overlap or touch become one, at the place of the better one. */
function joinOverlapping(passages: readonly Passage[]): readonly Passage[] {
  const byStart = passages
    .map((passage, rank) => ({ passage, rank }))
    .sort((a, b) => a.passage.start - b.passage.start || a.rank - b.rank)
  const joined: { passage: Passage; rank: number }[] = []
  for (const next of byStart) {
    const last = joined.at(-1)
    if (last === undefined || next.passage.start > last.passage.end) {
      joined.push(next)
      continue
    }
    const { passage } = last
    joined[joined.length - 1] = {
      rank: Math.min(last.rank, next.rank),
      passage: {
        ...passage,
        text: joinSlices([passage, next.passage]),
        end: Math.max(passage.end, next.passage.end),
        score: Math.max(passage.score, next.passage.score),
      },
    }
  }
  return joined.sort((a, b) => a.rank - b.rank).map(({ passage }) => passage)
}
