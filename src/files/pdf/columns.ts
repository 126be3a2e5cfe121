import type { PdfSegment } from "./segments"

/** A column of text beside another has at least so many lines, so many words a line, and is filled so far. */
const leastLines = 3
const leastWords = 3
const leastFill = 0.55
const candidates = 5
const deepest = 3

/**
 * Parts of a page in the order in which they are read: columns of text one after the other, what spans them where it
 * stands. Cells of a table are no columns: they stay together with their rows.
 */
export function pdfParts(segments: readonly PdfSegment[]): readonly (readonly PdfSegment[])[] {
  const byAngle = new Map<number, PdfSegment[]>()
  for (const segment of segments) {
    const key = Math.round(segment.angle / 0.05)
    const group = byAngle.get(key) ?? []
    byAngle.set(key, group)
    group.push(segment)
  }
  return [...byAngle.values()].flatMap((group) => partsOf(group, 0))
}

function partsOf(segments: readonly PdfSegment[], depth: number): readonly (readonly PdfSegment[])[] {
  if (segments.length < 2 * leastLines || depth === deepest) return [segments]
  for (const edge of columnEdges(segments)) {
    const bands = bandsBeside(segments, edge)
    if (!bands.some(areColumns)) continue
    const parts: (readonly PdfSegment[])[] = []
    let rows: PdfSegment[] = []
    const endRows = () => {
      if (rows.length > 0) parts.push(rows)
      rows = []
    }
    for (const band of bands) {
      if (areColumns(band)) {
        endRows()
        for (const side of [band.left, band.right])
          for (const part of partsOf(side, depth + 1)) parts.push(part)
      } else for (const segment of band.all) rows.push(segment)
    }
    endRows()
    return parts
  }
  return [segments]
}

/** Places at which many segments begin, but not the first of all: where a second column may be. */
function columnEdges(segments: readonly PdfSegment[]): readonly number[] {
  const counts = new Map<number, number>()
  for (const { left } of segments) {
    const place = Math.round(left / 2)
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  const most = (place: number) =>
    (counts.get(place) ?? 0) + (counts.get(place - 1) ?? 0) + (counts.get(place + 1) ?? 0)
  const first = segments.reduce((least, { left }) => Math.min(least, left), Number.POSITIVE_INFINITY)
  return [...counts.keys()]
    .filter((place) => place * 2 > first + 40 && most(place) >= leastLines)
    .sort((a, b) => most(b) - most(a) || a - b)
    .slice(0, candidates)
    .map((place) => place * 2 - 3)
}

interface Band {
  readonly all: PdfSegment[]
  readonly left: PdfSegment[]
  readonly right: PdfSegment[]
}

/** Runs of the page from top to bottom in which nothing lies across the edge; what does is a band of its own. */
function bandsBeside(segments: readonly PdfSegment[], edge: number): readonly Band[] {
  const bands: Band[] = []
  let open: Band | undefined
  for (const segment of [...segments].sort((a, b) => a.top - b.top)) {
    const isLeft = segment.right <= edge + 1
    if (!isLeft && segment.left < edge - 1) {
      open = undefined
      bands.push({ all: [segment], left: [], right: [] })
      continue
    }
    if (open === undefined) {
      open = { all: [], left: [], right: [] }
      bands.push(open)
    }
    open.all.push(segment)
    ;(isLeft ? open.left : open.right).push(segment)
  }
  return bands
}

const areColumns = ({ left, right }: Band): boolean => isText(left) && isText(right)

/** True for lines of running text: many words, most lines as wide as the column, few figures. */
function isText(segments: readonly PdfSegment[]): boolean {
  if (segments.length < leastLines) return false
  let words = 0
  let figures = 0
  for (const { pieces } of segments) {
    for (const { text } of pieces) {
      words += text.trim().split(/\s+/).length
      if (/^[\p{N}\p{P}\p{S}\s]+$/u.test(text)) figures++
    }
  }
  const widths = segments.map(({ left, right }) => right - left).sort((a, b) => a - b)
  const median = widths[Math.floor(widths.length / 2)]!
  return (
    words >= leastWords * segments.length &&
    figures < 0.3 * segments.length &&
    median >= leastFill * widths.at(-1)!
  )
}
