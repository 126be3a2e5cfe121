import type { PdfTextItem } from "./peer"

/** A run of text without a wide gap; a line of a table has several. */
export interface PdfCell {
  readonly text: string
  readonly left: number
  readonly right: number
}

/** Pieces of text on one base line, in points along the direction of the text. */
export interface PdfLine {
  /** The cells' texts with a space between them. */
  readonly text: string
  readonly cells: readonly PdfCell[]
  readonly left: number
  readonly right: number
  /** How far down the page the base line is, seen along the text. */
  readonly top: number
  /** Size of the largest piece. */
  readonly size: number
  /** Direction of the text in radians. */
  readonly angle: number
}

interface OpenLine {
  cells: { text: string; left: number; right: number }[]
  right: number
  top: number
  size: number
  angle: number
}

/** A gap that is no kerning, and one that parts two cells, as shares of the text's size. */
const wordGap = 0.15
const cellGap = 1.3

/** Lines of a page, in the order in which the page draws them. */
export function pdfLines(items: readonly PdfTextItem[]): readonly PdfLine[] {
  const lines: OpenLine[] = []
  let line: OpenLine | undefined
  let spaceSeen = false
  for (const item of items) {
    const text = withoutLigatures(item.str ?? "")
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = item.transform ?? []
    if (text.trim() === "") {
      spaceSeen ||= text !== ""
      continue
    }
    const angle = Math.atan2(b, a)
    const left = e * Math.cos(angle) + f * Math.sin(angle)
    const top = e * Math.sin(angle) - f * Math.cos(angle)
    const size = Math.hypot(c, d) || item.height || 1
    const right = left + (item.width ?? 0)
    const gap: number = line === undefined ? 0 : left - line.right
    if (line === undefined || !isSameLine(line, { top, size, angle }) || gap < -0.6 * size) {
      line = { cells: [{ text, left, right }], right, top, size, angle }
      lines.push(line)
    } else {
      const cell = line.cells.at(-1)!
      const unit = Math.min(size, line.size)
      if (gap > cellGap * unit) line.cells.push({ text, left, right })
      else {
        const isApart = gap > wordGap * unit || (spaceSeen && gap > -0.1 * unit)
        cell.text += isApart && !/\s$/.test(cell.text) && !/^\s/.test(text) ? ` ${text}` : text
        cell.right = Math.max(cell.right, right)
      }
      line.right = Math.max(line.right, right)
      // A raised figure must not pull the line up after it.
      if (size > line.size) {
        line.size = size
        line.top = top
      }
    }
    spaceSeen = false
  }
  return lines.map(({ cells, right, top, size, angle }) => {
    const tidy = cells.map((cell) => ({ ...cell, text: cell.text.replace(/\s+/g, " ").trim() }))
    return {
      text: tidy.map(({ text }) => text).join(" "),
      cells: tidy,
      left: tidy[0]!.left,
      right,
      top,
      size,
      angle,
    }
  })
}

function isSameLine(line: OpenLine, item: { top: number; size: number; angle: number }): boolean {
  const turned = Math.abs(line.angle - item.angle) > 0.02
  return !turned && Math.abs(line.top - item.top) < 0.5 * Math.max(line.size, item.size)
}

const ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]

/** U+FB00 to U+FB06 as the letters they are drawn from. */
function withoutLigatures(text: string): string {
  return text.replace(/[\ufb00-\ufb06]/g, (unit) => ligatures[unit.charCodeAt(0) - 0xfb00]!)
}
