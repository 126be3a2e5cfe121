/** One line with what Markdown's containers need to know of it. */
export interface Line {
  readonly start: number
  /** Where the white space at its end begins. */
  readonly contentEnd: number
  /** Behind its line break. */
  readonly end: number
  /** Number of `>` before the body. */
  readonly quoteDepth: number
  /** Columns of white space before the body, behind the last `>`. */
  readonly indent: number
  readonly bodyStart: number
  readonly isBlank: boolean
}

export interface Fence {
  readonly unit: number
  readonly length: number
  readonly quoteDepth: number
  /** Columns that belong to the list item around it. */
  readonly listIndent: number
}

export function readLine(text: string, start: number): Line {
  const newline = text.indexOf("\n", start)
  const end = newline < 0 ? text.length : newline + 1
  let contentEnd = end
  while (contentEnd > start && isWhiteSpace(text.charCodeAt(contentEnd - 1))) contentEnd--
  let quoteDepth = 0
  let indent = 0
  let at = start
  for (; at < contentEnd; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x20) indent++
    else if (unit === 0x09) indent += 4
    else if (unit === 0x3e && indent < 4) {
      quoteDepth++
      // One space belongs to the marker.
      indent = text.charCodeAt(at + 1) === 0x20 ? -1 : 0
    } else if (unit !== 0xfeff) break
  }
  const isBlank = contentEnd === start
  return { start, contentEnd, end, quoteDepth, indent: Math.max(0, indent), bodyStart: at, isBlank }
}

/** The fence that the line opens at `at`: three or more backticks or tildes. */
export function openFence(text: string, line: Line, at: number, listIndent: number): Fence | undefined {
  const unit = text.charCodeAt(at)
  if (unit !== 0x60 && unit !== 0x7e) return undefined
  const length = runLength(text, at, line.contentEnd)
  if (length < 3) return undefined
  // A backtick behind the backticks makes it code within a line.
  if (unit === 0x60 && text.slice(at + length, line.contentEnd).includes("`")) return undefined
  return { unit, length, quoteDepth: line.quoteDepth, listIndent }
}

/** Whether a line behind an open fence belongs to it, closes it, or is outside the quote or list item around it. */
export function fenceState(text: string, line: Line, fence: Fence): "inside" | "closing" | "outside" {
  if (line.quoteDepth < fence.quoteDepth) return "outside"
  if (line.isBlank) return "inside"
  if (line.indent < fence.listIndent) return "outside"
  if (text.charCodeAt(line.bodyStart) !== fence.unit || line.indent > fence.listIndent + 3) return "inside"
  const length = runLength(text, line.bodyStart, line.contentEnd)
  return length >= fence.length && line.bodyStart + length === line.contentEnd ? "closing" : "inside"
}

/** Columns up to the text behind a list marker, from `bodyStart`; 0 where the line is no list item. */
export function listMarkerWidth(text: string, line: Line): number {
  let at = line.bodyStart
  const unit = text.charCodeAt(at)
  if (unit === 0x2d || unit === 0x2a || unit === 0x2b) at++
  else {
    while (at < line.bodyStart + 9 && isDigit(text.charCodeAt(at))) at++
    const mark = text.charCodeAt(at)
    if (at === line.bodyStart || (mark !== 0x2e && mark !== 0x29)) return 0
    at++
  }
  const space = text.charCodeAt(at)
  return at < line.contentEnd && (space === 0x20 || space === 0x09) ? at + 1 - line.bodyStart : 0
}

/** A table's delimiter row: nothing but `|`, `-`, `:` and white space, with a `-` and a `|`. */
export function isDelimiterRow(text: string, line: Line): boolean {
  let dash = false
  let pipe = false
  for (let at = line.bodyStart; at < line.contentEnd; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x2d) dash = true
    else if (unit === 0x7c) pipe = true
    else if (unit !== 0x3a && unit !== 0x20 && unit !== 0x09) return false
  }
  return dash && pipe
}

/** Depth of the heading that a line of `=` or `-` makes of the line above it; 0 for any other line. */
export function underlineDepth(text: string, line: Line): 0 | 1 | 2 {
  const unit = text.charCodeAt(line.bodyStart)
  if ((unit !== 0x3d && unit !== 0x2d) || line.indent > 3 || line.quoteDepth > 0) return 0
  const length = runLength(text, line.bodyStart, line.contentEnd)
  if (length < 3 || line.bodyStart + length < line.contentEnd) return 0
  return unit === 0x3d ? 1 : 2
}

export function runLength(text: string, at: number, to: number): number {
  const unit = text.charCodeAt(at)
  let end = at
  while (end < to && text.charCodeAt(end) === unit) end++
  return end - at
}

/** White space as `\s` has it. */
export function isWhiteSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
  return (
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff
  )
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}
