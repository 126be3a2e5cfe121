/**
 * Evidence markers in texts that models write: `[E7]`, also grouped as `[E7, E9]`. Only the library hands out
 * numbers; in data the marker form is altered, so that a document can't forge one.
 */
const MARKER = /\[\s*E\d+(?:\s*[,;]\s*E?\d+)*\s*\]/gi
const FORGED = /\[(?=\s*E\s*\d)/gi

export function evidenceMarker(number: number): string {
  return `[E${number}]`
}

/** Data for a prompt: what looks like a marker loses its opening bracket's meaning. */
export function neutraliseMarkers(text: string): string {
  return text.replace(FORGED, "(")
}

/** The evidence numbers of all markers, each once, in order of first use. */
export function markersIn(text: string): readonly number[] {
  return [...new Set([...text.matchAll(MARKER)].flatMap(([marker]) => numbersOf(marker)))]
}

/** Rewrites every marker to single ones of known numbers; unknown numbers are taken out and reported. */
export function keepKnownMarkers(
  text: string,
  known: ReadonlySet<number>,
): { readonly text: string; readonly unknown: readonly number[] } {
  const unknown = new Set<number>()
  const kept = text.replace(new RegExp(` ?${MARKER.source}`, "gi"), (marker) => {
    const numbers = numbersOf(marker)
    for (const number of numbers) if (!known.has(number)) unknown.add(number)
    const good = numbers.filter((number) => known.has(number))
    return good.length === 0 ? "" : (marker.startsWith(" ") ? " " : "") + good.map(evidenceMarker).join("")
  })
  return { text: kept, unknown: [...unknown] }
}

export function numbersOf(marker: string): readonly number[] {
  return [...marker.matchAll(/\d+/g)].map(([digits]) => Number(digits))
}

/** True for a whole bracket `[...]` that is a marker. */
export function isMarker(bracket: string): boolean {
  return new RegExp(`^${MARKER.source}$`, "i").test(bracket)
}
