import {
  type Fence,
  fenceState,
  isDelimiterRow,
  type Line,
  listMarkerWidth,
  openFence,
  readLine,
  runLength,
  underlineDepth,
} from "./lines"

/**
 * How good a place is for a border between chunks. Glue holds a heading to its text and a table's header to its
 * first row; it gives way only where nothing else fits.
 */
export const strength = {
  glue: 0,
  character: 1,
  word: 2,
  line: 3,
  sentence: 4,
  paragraph: 5,
  list: 6,
  table: 7,
  fence: 8,
  heading: 9,
} as const

interface Opening {
  readonly kind: "text" | "item" | "row" | "fence" | "heading"
  /** Strength of the border before the block. */
  readonly strength: number
  readonly heading?: { readonly depth: number; readonly title: string } | undefined
  /** For a table's rows behind its first: where header and delimiter row are. */
  readonly header?: { readonly start: number; readonly end: number } | undefined
}

/** A stretch of Markdown with the white space behind it; blocks cover the text without gaps. */
export interface Block extends Opening {
  readonly start: number
  readonly contentEnd: number
  readonly end: number
}

/** Longer titles are cut: a path of headings is shown with every chunk. */
const maxTitleUnits = 200

/** Reads `text` as Markdown blocks, one at a time. */
export function* scanBlocks(text: string): Generator<Block, void, void> {
  const read = createLineReader(text)
  let opening: Opening | undefined
  let start = 0
  let contentEnd = 0
  let end = 0
  while (end < text.length) {
    const line = readLine(text, end)
    const next = read(line)
    if (next !== undefined) {
      if (opening !== undefined) yield blockOf(opening, start, contentEnd, end)
      opening = next
      start = line.start
      contentEnd = line.start
    }
    end = line.end
    if (!line.isBlank) contentEnd = line.contentEnd
  }
  if (opening !== undefined) yield blockOf(opening, start, contentEnd, end)
}

// One shape for all, since copies of many shapes are slow.
function blockOf(
  { kind, strength, heading, header }: Opening,
  start: number,
  contentEnd: number,
  end: number,
): Block {
  return { kind, strength, heading, header, start, contentEnd, end }
}

/** Gives what a line opens, or undefined where it goes on with the block before. */
function createLineReader(text: string): (line: Line) => Opening | undefined {
  let fence: Fence | undefined
  let table: { readonly start: number; readonly end: number; rows: number } | undefined
  let previous: Opening | undefined
  let afterBlank = true
  let afterUnderline = false
  let listIndent = 0

  const openingOf = (line: Line): Opening | undefined => {
    const marker = listMarkerWidth(text, line)
    if (marker === 0 && afterBlank && line.indent < listIndent) listIndent = 0
    if (line.indent <= listIndent + 3) {
      const itemIndent = marker > 0 ? line.indent + marker : listIndent
      fence = openFence(
        text,
        line,
        line.bodyStart + marker,
        marker > 0 || line.indent >= listIndent ? itemIndent : 0,
      )
      if (fence !== undefined) return { kind: "fence", strength: strength.fence }
    }
    const heading = headingOf(text, line)
    if (heading !== undefined) {
      listIndent = 0
      return { kind: "heading", strength: strength.heading, heading }
    }
    if (table !== undefined && text.slice(line.start, line.contentEnd).includes("|")) {
      table.rows++
      // Delimiter row and first row stay with the header.
      return { kind: "row", strength: table.rows <= 2 ? strength.glue : strength.sentence, header: table }
    }
    table = undefined
    const below = line.end < text.length ? peekMark(text, line.end) : undefined
    if (below !== undefined && isDelimiterRow(text, below)) {
      if (text.slice(line.start, line.contentEnd).includes("|")) {
        table = { start: line.start, end: below.contentEnd, rows: 0 }
        return { kind: "row", strength: strength.table }
      }
    }
    if (marker > 0) {
      listIndent = line.indent + marker
      return { kind: "item", strength: strength.list }
    }
    const startsBlock =
      afterBlank || previous === undefined || previous.kind === "row" || previous.kind === "fence"
    if (!startsBlock && previous?.kind !== "heading") return undefined
    const depth =
      below === undefined || line.indent > 3 || line.quoteDepth > 0 ? 0 : underlineDepth(text, below)
    if (depth > 0 && line.contentEnd - line.bodyStart <= maxTitleUnits) {
      afterUnderline = true
      const title = text.slice(line.bodyStart, line.contentEnd)
      return { kind: "heading", strength: strength.heading, heading: { depth, title } }
    }
    const endsList = previous?.kind === "item" && line.indent < listIndent
    return { kind: "text", strength: endsList ? strength.list : strength.paragraph }
  }

  return (line) => {
    if (fence !== undefined) {
      const state = fenceState(text, line, fence)
      if (state !== "outside") {
        if (state === "closing") fence = undefined
        afterBlank = false
        return undefined
      }
      fence = undefined
    }
    if (line.isBlank) {
      afterBlank = true
      table = undefined
      return line.start === 0 ? { kind: "text", strength: strength.glue } : undefined
    }
    if (afterUnderline) {
      afterUnderline = false
      afterBlank = false
      return undefined
    }
    const opening = openingOf(line)
    afterBlank = false
    if (opening === undefined) return undefined
    const { kind, heading, header } = opening
    const joined = { kind, strength: joinedStrength(previous, opening), heading, header }
    previous = opening
    return joined
  }
}

function joinedStrength(previous: Opening | undefined, next: Opening): number {
  if (previous?.heading !== undefined) {
    const isDeeper = next.heading === undefined || next.heading.depth > previous.heading.depth
    return isDeeper ? strength.glue : next.strength
  }
  if (previous?.kind === "fence") return Math.max(next.strength, strength.fence)
  if (previous?.kind === "row" && next.kind !== "row") return Math.max(next.strength, strength.table)
  return next.strength
}

/** The next line, where its first mark may be that of a delimiter row or an underline. */
function peekMark(text: string, at: number): Line | undefined {
  let mark = at
  while (mark < at + 8 && (text.charCodeAt(mark) === 0x20 || text.charCodeAt(mark) === 0x3e)) mark++
  return "|-:=".includes(text.charAt(mark) || " ") ? readLine(text, at) : undefined
}

function headingOf(text: string, line: Line): Opening["heading"] {
  if (line.indent > 3 || line.quoteDepth > 0 || text.charCodeAt(line.bodyStart) !== 0x23) return undefined
  const depth = runLength(text, line.bodyStart, line.contentEnd)
  const behind = line.bodyStart + depth
  if (depth > 6 || (behind < line.contentEnd && !" \t".includes(text.charAt(behind)))) return undefined
  // A closing run of # is no part of the title.
  const title = text.slice(behind, Math.min(line.contentEnd, behind + maxTitleUnits)).trim()
  return {
    depth,
    title: title
      .replace(/(^|[ \t])#{1,200}$/, "")
      .trim()
      .toWellFormed(),
  }
}
