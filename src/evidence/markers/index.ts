import { readMarker } from "./read-marker"
import { createMarkerRewriter, createRangeReader } from "./rewrite-markers"
import { createBracketScanner } from "./scan-brackets"

// Evidence markers in texts that models write: `[E7]`, in all the forms that models give them. Only the library hands
// out numbers; in data the form is altered, so that a document can't forge one.

/** Whatever `readMarker` would take for a marker begins so. */
const forged =
  /[[\uff3b\u3010\u3014\u3016\u27e6](?=[^\p{L}\p{N}]{0,60}(?:\p{L}{2,12}[^\p{L}\p{N}]{0,60})?[E\uff25][^\p{L}\p{N}]{0,60}\p{N})/giu

export function evidenceMarker(number: number): string {
  return `[E${number}]`
}

/** Data for a prompt: what looks like a marker loses its opening bracket's meaning. */
export function neutraliseMarkers(text: string): string {
  return text.replace(forged, "(")
}

/** The evidence numbers of all markers, each once, in order of first use. */
export function markersIn(text: string): readonly number[] {
  const numbers = new Set<number>()
  const numbersOf = createRangeReader()
  const scanner = createBracketScanner(
    () => {},
    ({ content }) => {
      const marker = readMarker(content)
      if (marker !== undefined) for (const number of numbersOf(marker)) numbers.add(number)
    },
  )
  scanner.push(text)
  scanner.end()
  return [...numbers]
}

/** Rewrites every marker to single ones of known numbers; unknown numbers are taken out and reported. */
export function keepKnownMarkers(
  text: string,
  known: ReadonlySet<number>,
): { readonly text: string; readonly unknown: readonly number[] } {
  const unknown = new Set<number>()
  const rewriter = createMarkerRewriter((numbers) => {
    for (const number of numbers) if (!known.has(number)) unknown.add(number)
    return numbers
      .filter((number) => known.has(number))
      .map(evidenceMarker)
      .join("")
  })
  return { text: rewriter.push(text) + rewriter.end(), unknown: [...unknown] }
}
