import type { Citation } from "../contracts"
import type { Evidence } from "./evidence-register"
import { isMarker, numbersOf } from "./markers"

/** Turns a text with evidence markers, piece by piece, into the answer's `[1]`, `[2]`, ... in order of first use. */
export interface CitationRenderer {
  /** What of the text so far is settled; the rest is held back until the next piece. */
  push(piece: string): string
  /** What was held back. */
  end(): string
  readonly citations: readonly Citation[]
  /** Numbers of markers that no evidence has; they were left out of the text. */
  readonly unknown: readonly number[]
}

/** White space at the end, and an open bracket that may become a marker. */
const HELD_BACK = /\s*(?:\[[^[\]\n]{0,200})?$/
const BRACKET = /\s*\[[^[\]\n]{0,200}\]/g
const LITERAL_NUMBERS = /^\[(\s*\d+(?:\s*[-–,;]\s*\d+)*\s*)\]$/

export function createCitationRenderer(evidence: readonly Evidence[]): CitationRenderer {
  const byNumber = new Map(evidence.map((entry) => [entry.number, entry]))
  const citations = new Map<number, Citation>()
  const unknown = new Set<number>()
  let held = ""

  const cite = (number: number): string => {
    const entry = byNumber.get(number)
    if (entry === undefined) {
      unknown.add(number)
      return ""
    }
    const citation = citations.get(number) ?? { ...entry, number: citations.size + 1 }
    citations.set(number, citation)
    return `[${citation.number}]`
  }
  const render = (text: string) =>
    text.replace(BRACKET, (match) => {
      const space = match.slice(0, match.indexOf("["))
      const bracket = match.slice(space.length)
      if (isMarker(bracket)) {
        const cited = [...new Set(numbersOf(bracket).map(cite))].join("")
        return cited === "" ? "" : space + cited
      }
      // A bracketed number that is no citation of ours must not look like one.
      const literal = LITERAL_NUMBERS.exec(bracket)?.[1]
      return literal === undefined ? match : `${space}(${literal})`
    })

  return {
    push(piece) {
      const text = held + piece
      const settled = text.slice(0, HELD_BACK.exec(text)?.index ?? text.length)
      held = text.slice(settled.length)
      return render(settled)
    },
    end() {
      const rest = render(held)
      held = ""
      return rest
    },
    get citations() {
      return [...citations.values()]
    },
    get unknown() {
      return [...unknown]
    },
  }
}
