import type { PdfTextItem } from "./peer"

/** A piece of text as the page draws it, in points along the direction of the text. */
export interface PdfPiece {
  readonly text: string
  readonly left: number
  readonly right: number
  /** How far down the page the base line is, seen along the text. */
  readonly top: number
  readonly size: number
  /** Direction of the text in radians. */
  readonly angle: number
  readonly isRightToLeft: boolean
  /** True where a space was drawn before it. */
  readonly isApart: boolean
}

/** Copies that lie this close to each other, as a share of the text's size, are one text drawn bold or with a shadow. */
const copyDistance = 0.15

/** Pieces in the order in which they are drawn; of a text that is drawn again in its own place, the first. */
export function pdfPieces(items: Iterable<PdfTextItem>): readonly PdfPiece[] {
  const pieces: PdfPiece[] = []
  const seen = new Map<string, PdfPiece[]>()
  let isApart = false
  for (const item of items) {
    const text = withoutLigatures(item.str ?? "")
    if (text.trim() === "") {
      isApart ||= text !== ""
      continue
    }
    const drawn = withoutCopied(pieceOf(item, text, isApart), pieces.at(-1))
    isApart = false
    if (drawn === undefined) continue
    const near = seen.get(drawn.text) ?? []
    seen.set(drawn.text, near)
    // Few pages draw the same words a hundred times; those are tables, whose copies lie far apart.
    if (near.slice(-100).some((other) => isCopy(drawn, other))) continue
    near.push(drawn)
    pieces.push(drawn)
  }
  return pieces
}

function pieceOf(item: PdfTextItem, text: string, isApart: boolean): PdfPiece {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = item.transform ?? []
  const angle = Math.atan2(b, a)
  const left = e * Math.cos(angle) + f * Math.sin(angle)
  return {
    text,
    left,
    right: left + (item.width ?? 0),
    top: e * Math.sin(angle) - f * Math.cos(angle),
    size: Math.hypot(c, d) || item.height || 1,
    angle,
    isRightToLeft: item.dir === "rtl",
    isApart,
  }
}

function isCopy(piece: PdfPiece, other: PdfPiece): boolean {
  const most = copyDistance * piece.size
  return (
    Math.abs(piece.left - other.left) < most &&
    Math.abs(piece.top - other.top) < most &&
    Math.abs(piece.size - other.size) < most &&
    Math.abs(piece.angle - other.angle) < 0.02
  )
}

/**
 * A piece without the letters at its start that only go over the end of the one before: a reader of letters that are
 * drawn one by one, each twice, puts the second copy and the next letter together.
 */
function withoutCopied(piece: PdfPiece, before: PdfPiece | undefined): PdfPiece | undefined {
  if (before === undefined || piece.angle !== before.angle || piece.isRightToLeft) return piece
  const overlap = before.right - piece.left
  if (overlap < 0.2 * piece.size || Math.abs(piece.top - before.top) > copyDistance * piece.size) return piece
  if (piece.right < before.right - 0.5 * piece.size) return piece
  const share = (before.right - before.left) / before.text.length
  const most = Math.min(before.text.length, piece.text.length)
  for (let letters = Math.round(overlap / share) + 1; letters > 0; letters--) {
    if (letters > most || Math.abs(overlap - letters * share) > 0.3 * piece.size) continue
    if (!before.text.endsWith(piece.text.slice(0, letters))) continue
    const text = piece.text.slice(letters).trimStart()
    if (text === "") return undefined
    const own = (piece.right - piece.left) * (text.length / piece.text.length)
    return { ...piece, text, left: piece.right - Math.max(own, text.length * share) }
  }
  return piece
}

const ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]

/** U+FB00 to U+FB06 as the letters they are drawn from. */
function withoutLigatures(text: string): string {
  return text.replace(/[\ufb00-\ufb06]/g, (unit) => ligatures[unit.charCodeAt(0) - 0xfb00]!)
}
