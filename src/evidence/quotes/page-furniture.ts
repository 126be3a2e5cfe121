import type { LayoutSpan } from "./layout-spans"

const pageNumber =
  /^(?:(?:page|p\.|pg\.?|seite|s\.|p\u00e1gina|p\u00e1g\.|pagina|sayfa|blatt)\s{0,3}\d{1,4}(?:\s{0,3}(?:\/|of|von|de|sur|di)\s{0,3}\d{1,4})?|[-\u2013\u2014]\s{0,3}\d{1,4}\s{0,3}[-\u2013\u2014]|\d{1,4}\s{0,3}(?:\/|of|von)\s{0,3}\d{1,4}|\u7b2c\s?\d{1,4}\s?[\u9875\u9801])$/i
const endsPageNumber =
  /\b(?:page|seite|p\u00e1gina|pagina|sayfa)\s{1,3}\d{1,4}(?:\s{0,3}(?:\/|of|von|de|sur|di)\s{0,3}\d{1,4})?$/i
const bareNumber = /^\d{1,4}$/
/** A header or footer that stands once: two words or more, all of them large but for the short ones. */
const titleLine =
  /^(?:\p{Lu}[^\s]{0,40}|\p{N}[^\s]{0,40})(?:\s(?:\p{Lu}[^\s]{0,40}|\p{N}[^\s]{0,40}|[^\s\p{Lu}\p{N}][^\s]{0,2})){1,12}(?<![.!?;:,])$/u
const maxLineUnits = 160
/** Lines of a header or footer on one side of a page number. */
const maxLines = 3

interface Line {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly hasFeed: boolean
}

/**
 * Headers, footers and page numbers with the white space around them: lines that number pages, and beside them or
 * beside a form feed the lines that come again or look like a title. Linear.
 */
export function pageFurniture(text: string): readonly LayoutSpan[] {
  const lines = linesOf(text)
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(masked(line), (counts.get(masked(line)) ?? 0) + 1)
  const repeats = (line: Line | undefined) => line !== undefined && (counts.get(masked(line)) ?? 0) > 1
  const isFurniture = new Uint8Array(lines.length)

  const markBeside = (index: number, step: 1 | -1, accepts: (line: Line) => boolean) => {
    for (let at = index, left = maxLines; left > 0; at += step, left -= 1) {
      const line = lines[at]
      if (line === undefined || !accepts(line)) return
      isFurniture[at] = 1
    }
  }
  for (const [index, line] of lines.entries()) {
    const numbersPage =
      pageNumber.test(line.text) ||
      (titleLine.test(line.text) && endsPageNumber.test(line.text)) ||
      (bareNumber.test(line.text) && (line.hasFeed || lines[index + 1]?.hasFeed === true))
    if (numbersPage) {
      isFurniture[index] = 1
      const accepts = (beside: Line) => repeats(beside) || titleLine.test(beside.text)
      markBeside(index - 1, -1, accepts)
      markBeside(index + 1, 1, accepts)
    } else if (line.hasFeed) {
      markBeside(index - 1, -1, repeats)
      markBeside(index, 1, repeats)
    }
  }
  const spans: LayoutSpan[] = []
  for (const [index, { start, end }] of lines.entries()) {
    if (isFurniture[index] === 1) spans.push({ start, end, text: " " })
  }
  return spans
}

/** Lines that hold something and are short enough to be a header. */
function linesOf(text: string): readonly Line[] {
  const lines: Line[] = []
  let hasFeed = false
  for (const match of text.matchAll(/[^\n\r\f]+|\f/g)) {
    const [whole] = match
    if (whole === "\f") {
      hasFeed = true
      continue
    }
    const trimmed = whole.trim()
    if (trimmed === "") continue
    // A long line stays in the list, so that nothing reaches across it.
    const line = trimmed.length > maxLineUnits ? "" : trimmed
    lines.push({ start: match.index, end: match.index + whole.length, text: line, hasFeed })
    hasFeed = false
  }
  return lines
}

/** A header with another page number is the same one; a long line is like no other. */
function masked({ text, start }: Line): string {
  return text === "" ? String(start) : text.replace(/\d{1,9}/g, "#")
}
