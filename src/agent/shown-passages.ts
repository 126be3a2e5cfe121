import type { Chunk, Passage } from "../contracts"
import { joinSlices, overlaps, type TextSlice, uncovered } from "../evidence/slices"
import { bestSentences } from "./best-sentences"
import { joinOverlapping } from "./join-overlapping"

/** What was shown for one search. */
export interface ShownResult {
  readonly text: string
  /** Of `text`. */
  readonly tokens: number
  /** False where a passage did not fit whole. */
  readonly whole: boolean
}

/** What an agent has been shown of its document: each character once, unless repeats are asked for. */
export interface ShownPassages {
  /**
   * Text for the model about the passages of one search. Overlapping passages are joined; what was shown before
   * is named, not sent again; of what exceeds `tokenBudget` the sentences that fit the query best are shown. The
   * text is empty where the budget has no room for a word about the search.
   */
  show(query: string, passages: readonly Passage[], tokenBudget: number): ShownResult
  /** Chunks as one passage. */
  showText(chunks: readonly Chunk[]): string
  /** True once a search has shown a passage. */
  readonly hasFound: boolean
  /** Everything shown, in the order it was shown. */
  readonly slices: readonly TextSlice[]
}

type Frame = Pick<Passage, "headings" | "tableHeader">

/** Stands in place of a query above what is shown without one. */
const first = "The document begins:"

function notWhole(count: number): string {
  return `Not shown whole for lack of room: ${count} matching passages.`
}

/** @param boundary opens and closes every passage; no text that is shown holds it, so that none can forge it */
export function createShownPassages(
  boundary: string,
  countTokens: (text: string) => number,
  repeat: boolean,
): ShownPassages {
  const shown: TextSlice[] = []
  /** Number of the passage that a slice was shown in. */
  const numbers: number[] = []
  let passageCount = 0
  let hasFound = false

  const frame = ({ headings, tableHeader }: Frame, text: string) => {
    const path = headings.length > 0 ? ` under ${JSON.stringify(headings.map(oneLine).join(" > "))}` : ""
    const columns = tableHeader === undefined ? "" : `(columns of this table: ${oneLine(tableHeader)})\n`
    return `<passage ${boundary} P${passageCount + 1}${path}>\n${columns}${text}\n</passage ${boundary}>`
  }
  const keep = (slices: readonly TextSlice[]) => {
    passageCount += 1
    for (const slice of slices) {
      shown.push(slice)
      numbers.push(passageCount)
    }
  }
  /** The slice as a passage, whole or in part, and what it cost; undefined where nothing of it fits. */
  const fitting = (query: string, passage: Passage, slice: TextSlice, budget: number) => {
    const whole = frame(passage, slice.text)
    const tokens = countTokens(whole) + 1
    if (tokens <= budget) return { text: whole, tokens, slices: [slice], whole: true }
    const room = budget - countTokens(frame(passage, "")) - 2
    const slices = bestSentences(query, slice, room, countTokens)
    if (slices.length === 0) return undefined
    const text = frame(passage, slices.map((part) => part.text).join("\n[...]\n"))
    return { text, tokens: countTokens(text) + 1, slices, whole: false }
  }

  return {
    slices: shown,
    get hasFound() {
      return hasFound
    },
    showText(chunks) {
      const slice = { start: chunks[0]?.start ?? 0, end: chunks.at(-1)?.end ?? 0, text: joinSlices(chunks) }
      const text = frame({ headings: [] }, slice.text)
      keep([slice])
      return text
    },
    show(query, passages, tokenBudget) {
      const known = repeat ? [] : namesOfShown(passages, shown, numbers)
      const head = query === "" ? first : `Search: ${JSON.stringify(oneLine(query).replaceAll(boundary, ""))}`
      const about: string[] = []
      if (passages.length === 0) about.push("No passage matches.")
      if (known.length > 0) about.push(`Also matches, shown before: ${known.join(", ")}.`)
      let left = tokenBudget - countTokens([head, ...about, notWhole(passages.length)].join("\n"))
      if (left < 0) return { text: "", tokens: 0, whole: false }
      const lines = [head]
      let unshown = 0
      for (const passage of repeat ? passages : joinOverlapping(passages)) {
        const fresh = repeat ? [passage] : uncovered(passage, shown)
        for (const { start, end } of fresh) {
          const text = passage.text.slice(start - passage.start, end - passage.start)
          if (text.trim() === "") continue
          const fitted = fitting(query, passage, { start, end, text }, left)
          if (fitted?.whole !== true) unshown += 1
          if (fitted === undefined) continue
          left -= fitted.tokens
          keep(fitted.slices)
          hasFound = true
          lines.push(fitted.text)
        }
      }
      // The opening of a short document may have shown all that a search finds.
      hasFound ||= known.length > 0
      const last = unshown > 0 ? [notWhole(unshown)] : []
      const text = [...lines, ...about, ...last].join("\n")
      return { text, tokens: countTokens(text), whole: unshown === 0 }
    },
  }
}

/** `P1`, `P2`, ... of what was shown before and holds a passage that was found again. */
function namesOfShown(
  passages: readonly Passage[],
  shown: readonly TextSlice[],
  numbers: readonly number[],
): readonly string[] {
  const again = passages.filter((passage) => uncovered(passage, shown).length === 0)
  const names = shown.flatMap((slice, index) =>
    again.some((passage) => overlaps(slice, passage)) ? [`P${numbers[index]}`] : [],
  )
  return [...new Set(names)]
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}
