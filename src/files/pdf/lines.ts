import { plainStyled, type StyledText } from "../kit/styled-text"
import type { PdfPiece } from "./pieces"
import { cellGap, isSameLine, type PdfSegment, wordGap } from "./segments"

/** A run of text without a wide gap; a line of a table has several. */
export interface PdfCell {
  readonly text: string
  readonly left: number
  readonly right: number
}

/** Text on one base line, in points along the direction of the text. */
export interface PdfLine {
  /** The cells' texts with a space between them. */
  readonly text: string
  /** In the order in which they are read. */
  readonly cells: readonly PdfCell[]
  readonly left: number
  readonly right: number
  readonly top: number
  /** Size of the largest piece. */
  readonly size: number
  /** Direction of the text in radians. */
  readonly angle: number
}

interface OpenLine {
  readonly segments: PdfSegment[]
  top: number
  size: number
  readonly angle: number
}

/** How many lines above one are looked at for a place: raised text comes a little before its line. */
const nearbyLines = 6

/** The last segments of a line are the lowest of it. */
const nearbySegments = 20

/**
 * Texts over one another are two lines, however close they are and however large what stands beside them is. What is
 * raised or lowered stands behind something.
 */
const isStacked =
  (segment: PdfSegment) =>
  (other: PdfSegment): boolean => {
    const size = Math.min(segment.size, other.size)
    const overlap = Math.min(segment.right, other.right) - Math.max(segment.left, other.left)
    return overlap > size && Math.abs(segment.top - other.top) > 0.5 * size
  }

/** Lines of a part of a page from top to bottom, whatever the order in which their pieces are drawn. */
export function pdfLines(segments: readonly PdfSegment[]): readonly PdfLine[] {
  const sorted = segments.map((segment, index) => ({ segment, index }))
  sorted.sort((a, b) => a.segment.top - b.segment.top || a.index - b.index)
  const lines: OpenLine[] = []
  for (const { segment } of sorted) {
    const { top, size, angle } = segment
    const line = lines
      .slice(-nearbyLines)
      .filter(
        (line) => isSameLine(line, segment) && !line.segments.slice(-nearbySegments).some(isStacked(segment)),
      )
      .sort((a, b) => Math.abs(a.top - top) - Math.abs(b.top - top))[0]
    if (line === undefined) lines.push({ segments: [segment], top, size, angle })
    else {
      line.segments.push(segment)
      if (size > line.size) {
        line.size = size
        line.top = top
      }
    }
  }
  return lines.map(closeLine)
}

function closeLine({ segments, top, size, angle }: OpenLine): PdfLine {
  const pieces = segments.flatMap(({ pieces }) => pieces).sort((a, b) => a.left - b.left || a.right - b.right)
  const groups: PdfPiece[][] = []
  let right = Number.NEGATIVE_INFINITY
  for (const piece of pieces) {
    const unit = Math.min(size, piece.size)
    if (groups.length === 0 || piece.left - right > cellGap * unit) groups.push([piece])
    else groups.at(-1)!.push(piece)
    right = Math.max(right, piece.right)
  }
  const isRightToLeft = isMostlyRightToLeft(pieces)
  const cells = groups.map((group) => cellOf(group, top, size, isRightToLeft))
  if (isRightToLeft) cells.reverse()
  const left = pieces[0]!.left
  return { text: cells.map(({ text }) => text).join(" "), cells, left, right, top, size, angle }
}

function isMostlyRightToLeft(pieces: readonly PdfPiece[]): boolean {
  let balance = 0
  for (const { text, isRightToLeft } of pieces) {
    if (isRightToLeft) balance += text.length
    else if (/\p{L}/u.test(text)) balance -= text.length
  }
  return balance > 0
}

function cellOf(pieces: readonly PdfPiece[], top: number, size: number, isRightToLeft: boolean): PdfCell {
  const stretches: StyledText[] = []
  let before: PdfPiece | undefined
  for (const piece of isRightToLeft ? rightToLeft(pieces) : pieces) {
    if (before !== undefined && isApart(before, piece, size)) stretches.push({ text: " " })
    stretches.push({ text: piece.text, script: scriptOf(piece, top, size) })
    before = piece
  }
  const text = plainStyled(stretches).replace(/\s+/g, " ").trim()
  const right = pieces.reduce((most, piece) => Math.max(most, piece.right), pieces[0]!.right)
  return { text, left: pieces[0]!.left, right }
}

/** Pieces from the right; those of Latin words and figures among them keep their order. */
function rightToLeft(pieces: readonly PdfPiece[]): readonly PdfPiece[] {
  const turned: PdfPiece[] = []
  let run: PdfPiece[] = []
  const endRun = () => {
    for (const piece of run.reverse()) turned.push(piece)
    run = []
  }
  for (const piece of [...pieces].reverse()) {
    if (piece.isRightToLeft) {
      endRun()
      turned.push(piece)
    } else run.push(piece)
  }
  endRun()
  return turned
}

function isApart(before: PdfPiece, piece: PdfPiece, size: number): boolean {
  if (/\s$/.test(before.text.slice(-1)) || /^\s/.test(piece.text)) return false
  const unit = Math.min(before.size, piece.size, size)
  const gap = Math.max(piece.left - before.right, before.left - piece.right)
  return gap > wordGap * unit || (piece.isApart && gap > -0.1 * unit)
}

/** Smaller text that stands clearly above or below the line of the larger. */
function scriptOf(piece: PdfPiece, top: number, size: number): "^" | "_" | undefined {
  if (piece.size > 0.85 * size) return undefined
  const above = (top - piece.top) / size
  return above > 0.15 ? "^" : above < -0.08 ? "_" : undefined
}
