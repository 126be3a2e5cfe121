import type { PdfPiece } from "./pieces"

/** Pieces that are drawn one after the other without a wide gap. */
export interface PdfSegment {
  readonly pieces: readonly PdfPiece[]
  readonly left: number
  readonly right: number
  readonly top: number
  /** Size of the largest piece. */
  readonly size: number
  readonly angle: number
}

interface OpenSegment extends PdfSegment {
  readonly pieces: PdfPiece[]
  left: number
  right: number
  top: number
  size: number
}

/** A gap that is no kerning, and one that parts two cells, as shares of the text's size. */
export const wordGap = 0.18
export const cellGap = 1.3

export function pdfSegments(pieces: readonly PdfPiece[]): readonly PdfSegment[] {
  const segments: OpenSegment[] = []
  let open: OpenSegment | undefined
  for (const piece of pieces) {
    if (open !== undefined && goesOn(open, piece)) {
      open.pieces.push(piece)
      open.left = Math.min(open.left, piece.left)
      open.right = Math.max(open.right, piece.right)
      // A raised figure must not pull the line up after it.
      if (piece.size > open.size) {
        open.size = piece.size
        open.top = piece.top
      }
    } else {
      const { left, right, top, size, angle } = piece
      open = { pieces: [piece], left, right, top, size, angle }
      segments.push(open)
    }
  }
  return segments.map(withDropCap).filter((segment) => segment !== undefined)

  /** A large first letter beside several lines belongs to the first of them, though its base line is the last one's. */
  function withDropCap(segment: OpenSegment, index: number): OpenSegment | undefined {
    const next = segments[index + 1]
    if (next !== undefined && isDropCap(segment, next)) return undefined
    const cap = segments[index - 1]
    if (cap === undefined || !isDropCap(cap, segment)) return segment
    const [first, ...rest] = segment.pieces
    const text = cap.pieces[0]!.text.trim() + first!.text.trimStart()
    return { ...segment, left: cap.left, pieces: [{ ...first!, text, left: cap.left }, ...rest] }
  }
}

function isDropCap(cap: PdfSegment, line: PdfSegment): boolean {
  const above = (cap.top - line.top) / line.size
  return (
    cap.pieces.length === 1 &&
    /^\p{Lu}$/u.test(cap.pieces[0]!.text.trim()) &&
    cap.size > 1.8 * line.size &&
    cap.angle === line.angle &&
    line.left > cap.left &&
    line.left - cap.right < 1.5 * line.size &&
    above > 0.6 &&
    above * line.size < cap.size
  )
}

function goesOn(segment: PdfSegment, piece: PdfPiece): boolean {
  if (!isSameLine(segment, piece)) return false
  const unit = Math.min(segment.size, piece.size)
  const gap = piece.isRightToLeft ? segment.left - piece.right : piece.left - segment.right
  return gap <= cellGap * unit && gap > -0.6 * Math.max(segment.size, piece.size)
}

export function isSameLine(
  line: { readonly top: number; readonly size: number; readonly angle: number },
  other: { readonly top: number; readonly size: number; readonly angle: number },
): boolean {
  if (Math.abs(line.angle - other.angle) > 0.02) return false
  return Math.abs(line.top - other.top) < 0.5 * Math.max(line.size, other.size)
}
