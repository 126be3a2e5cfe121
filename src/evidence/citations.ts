import { createThinkingFilter } from "../calls/thinking"
import type { Citation } from "../contracts"
import type { Evidence } from "./evidence-register"
import { createMarkerRewriter, inParentheses, type MarkerRewriter } from "./markers/rewrite-markers"
import type { Bracket } from "./markers/scan-brackets"
import { createTrimmer } from "./trim"

/**
 * Turns a text with evidence markers, piece by piece, into the answer's `[1]`, `[2]`, ... in order of first use,
 * without thinking and without white space at its ends. The pieces do not change the result, and each `[n]` of it
 * is the number of a citation.
 */
export interface CitationRenderer {
  /** What of the text so far is settled; the rest is held back until the next piece. */
  push(piece: string): string
  /** What was held back. */
  end(): string
  readonly citations: readonly Citation[]
  /** Numbers of markers that no evidence has; they were left out of the text. */
  readonly unknown: readonly number[]
}

const numberList = /^\s*\d+(?:\s*[-\u2013,;]\s*\d+)*\s*\\?$/
/** Where a list stands in JSON or code: behind a key or an equals sign, or as the first of a list. */
const beforeData = /(?:":|[=[])\s*$/

/** @param onRestart called where all text so far turns out to have been thinking; `push` then gives what follows */
export function createCitationRenderer(
  evidence: readonly Evidence[],
  onRestart: () => void = () => {},
): CitationRenderer {
  const byNumber = new Map(evidence.map((entry) => [entry.number, entry]))
  const citations = new Map<number, Citation>()
  const unknown = new Set<number>()
  let dataEnd = ""

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
  /** A bracketed number that is no citation of ours must not look like one. */
  const literal = (bracket: Bracket, before: string): string => {
    const { content, source } = bracket
    if (!source.endsWith("]") || !numberList.test(content)) return source
    const numbers = [...content.matchAll(/\d+/g)].map(([digits]) => Number(digits))
    const isData =
      numbers.some((number) => number < 1 || number > evidence.length) ||
      beforeData.test(before) ||
      (dataEnd !== "" && before.trimEnd().endsWith(dataEnd))
    // Behind a key of JSON, a number that no citation can have stays as it is ...
    if (numbers.length === 1 && numbers[0]! > evidence.length && /":\s*$/.test(before)) return source
    // ... and another list of one number in JSON or code stays a list that looks like no citation.
    if (numbers.length === 1 && beforeData.test(before))
      return `${bracket.lead.replace("\\", "")}[ ${content.replace("\\", "").trim()} ]`
    if (numbers.length < 2 || !isData) return inParentheses(bracket)
    // The next list of a list.
    dataEnd = `${source.slice(-8)},`
    return source
  }
  const createMarkers = () => createMarkerRewriter((numbers) => numbers.map(cite).join(""), literal)

  let markers: MarkerRewriter = createMarkers()
  let trim = createTrimmer()
  const thinking = createThinkingFilter(() => {
    dataEnd = ""
    markers = createMarkers()
    trim = createTrimmer()
    citations.clear()
    unknown.clear()
    onRestart()
  })

  return {
    push(piece) {
      const text = thinking.push(piece)
      return trim(markers.push(text))
    },
    end() {
      const text = thinking.end()
      return trim(markers.push(text)) + trim(markers.end())
    },
    get citations() {
      return [...citations.values()]
    },
    get unknown() {
      return [...unknown]
    },
  }
}
