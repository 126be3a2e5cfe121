import type { Marker } from "./read-marker"
import { readMarker } from "./read-marker"
import { type Bracket, createBracketScanner } from "./scan-brackets"

/** Replaces the markers of a text that comes in pieces. */
export interface MarkerRewriter {
  /** What is settled by now. */
  push(piece: string): string
  /** What was held back. */
  end(): string
}

/** Marks behind which no space is left where a marker is taken out. */
const closes = /^[\s.,;:!?)\]}'"*_\u00bb\u2019\u201d\u2026\u3001\u3002\uff01\uff09\uff0c\uff1a\uff1b\uff1f]/

/**
 * Every marker becomes what `render` makes of its numbers; where that is nothing, it is taken out with the space
 * before it. What only then looks like a marker was never one and gets parentheses, so that taking one out makes no
 * other. `renderLiteral` has a say in all other brackets; it is given some of the text before.
 */
export function createMarkerRewriter(
  render: (numbers: readonly number[]) => string,
  renderLiteral: (bracket: Bracket, before: string) => string = ({ source }) => source,
): MarkerRewriter {
  const numbersOf = createRangeReader()
  let out: string[] = []
  let before = ""
  /** The space before what was taken out. */
  let owed = ""

  const emit = (text: string) => {
    out.push(text)
    before = (before + text).slice(-maxBefore)
  }
  const literals = createBracketScanner(emit, (bracket) => {
    emit(readMarker(bracket.content) === undefined ? renderLiteral(bracket, before) : inParentheses(bracket))
  })
  const pushText = (text: string) => {
    if (owed !== "" && !closes.test(text)) literals.push(owed)
    owed = ""
    literals.push(text)
  }
  const markers = createBracketScanner(pushText, (bracket) => {
    const marker = readMarker(bracket.content)
    if (marker === undefined) return pushText(bracket.source)
    const rendered = render(numbersOf(marker))
    const space = bracket.lead.startsWith(" ") ? " " : ""
    if (rendered !== "") {
      if (space !== "" || owed !== "") pushText(" ")
      // No bracket goes on behind a citation.
      literals.end()
      emit(rendered)
    } else owed ||= space
    if (marker.note !== "") pushText(` (${marker.note})`)
  })
  const taken = () => {
    const text = out.join("")
    out = []
    return text
  }

  return {
    push(piece) {
      markers.push(piece)
      return taken()
    },
    end() {
      markers.end()
      literals.end()
      return taken()
    },
  }
}

const maxBefore = 24

/** Brackets that lead nowhere and must not look as if they did. */
export function inParentheses({ lead, content }: Bracket): string {
  return `${lead.replace("\\", "")}(${content.replaceAll("\\", "")})`
}

/** Numbers that ranges may add in one text: a marker of ten characters must not become a million. */
const maxRangeNumbers = 10_000

/** Gives the numbers of markers, each once, in their order; ranges beyond the limit count with their ends. */
export function createRangeReader(): (marker: Marker) => readonly number[] {
  let left = maxRangeNumbers
  return ({ ranges }) => {
    const numbers = new Set<number>()
    for (const { first, last } of ranges) {
      const isWide = last < first || last - first > left
      if (!isWide) left -= last - first
      for (let number = first; !isWide && number < last; number += 1) numbers.add(number)
      numbers.add(first).add(last)
    }
    return [...numbers]
  }
}
