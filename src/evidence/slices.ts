/** A range of a document's text, in UTF-16 units. */
export interface Slice {
  readonly start: number
  readonly end: number
}

export interface TextSlice extends Slice {
  readonly text: string
}

export function overlaps(a: Slice, b: Slice): boolean {
  return a.start < b.end && b.start < a.end
}

/** The parts of a slice that no other slice covers, in text order. */
export function uncovered(slice: Slice, covers: readonly Slice[]): readonly Slice[] {
  let parts: readonly Slice[] = [{ start: slice.start, end: slice.end }]
  for (const cover of covers) {
    parts = parts.flatMap((part) =>
      overlaps(part, cover)
        ? [
            { start: part.start, end: cover.start },
            { start: cover.end, end: part.end },
          ].filter(({ start, end }) => start < end)
        : [part],
    )
  }
  return parts
}

/**
 * The text from the first slice's start to the last one's end, from slices in text order that may overlap. White
 * space that no slice holds becomes spaces, so that offsets stay.
 */
export function joinSlices(slices: readonly TextSlice[]): string {
  const parts: string[] = []
  let end = slices[0]?.start ?? 0
  for (const slice of slices) {
    if (slice.start > end) parts.push(" ".repeat(slice.start - end))
    parts.push(slice.text.slice(Math.max(0, end - slice.start)))
    end = Math.max(end, slice.end)
  }
  return parts.join("")
}
