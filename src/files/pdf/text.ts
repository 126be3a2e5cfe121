import type { PdfLine } from "./lines"
import { takeTable } from "./tables"

const listMark =
  /^(?:[\u2022\u25aa\u25cf\u25e6\u2023\u2013\u2014*-]|\(?[0-9]{1,3}[.)]|\(?[a-zA-Z][.)]|\([ivx]+\))\s/

/** How far a line is compared with others of its paragraph. */
const nearbyLines = 40

/** Text of one page: paragraphs with an empty line between them. */
export function pdfPageText(lines: readonly PdfLine[], words: ReadonlySet<string>): string {
  const leading = usualLeading(lines)
  const parts: string[] = []
  let previous: PdfLine | undefined
  for (let index = 0; index < lines.length; ) {
    const table = takeTable(lines, index)
    if (table !== undefined) {
      parts.push(parts.length === 0 ? "" : "\n\n", table.markdown)
      index += table.lines
      previous = undefined
      continue
    }
    const line = lines[index]!
    if (parts.length > 0) {
      const isApart = previous === undefined || isParagraphEnd(previous, line, leading)
      if (isApart) parts.push("\n\n")
      else {
        const { between, cutsMark } = jointOf(
          previous!.text,
          line.text,
          breaksOnPurpose(lines, index, leading),
          words,
        )
        if (cutsMark) parts.push(parts.pop()!.slice(0, -1))
        parts.push(between)
      }
    }
    parts.push(line.text)
    previous = line
    index++
  }
  return parts.join("")
}

/** The usual distance between two lines of a paragraph, as a multiple of the text's size. */
function usualLeading(lines: readonly PdfLine[]): number {
  const distances: number[] = []
  lines.forEach((line, index) => {
    const before = lines[index - 1]
    if (before === undefined || before.angle !== line.angle) return
    const distance = (line.top - before.top) / line.size
    if (distance > 0 && distance < 2.5) distances.push(distance)
  })
  distances.sort((a, b) => a - b)
  // The lower third: gaps between paragraphs are part of the list, and may be many where paragraphs are short.
  return distances[Math.floor(distances.length / 3)] ?? 1.2
}

function isParagraphEnd(before: PdfLine, line: PdfLine, leading: number): boolean {
  if (Math.abs(before.angle - line.angle) > 0.02) return true
  if (Math.max(before.size, line.size) > 1.15 * Math.min(before.size, line.size)) return true
  const distance = (line.top - before.top) / line.size
  // Upwards or far down is the next column: it goes on in the middle of a sentence or not at all.
  if (distance <= 0 || distance > 6) return !goesOn(before.text, line.text)
  return distance > 1.3 * leading
}

/** True where a text ends, and another begins, in the middle of a sentence. */
export function goesOn(before: string, next: string): boolean {
  return /[\p{L},-]$/u.test(before.slice(-2)) && /^\p{Ll}/u.test(next)
}

/** True where the next line's first word would have fitted: its writer began a new line there. */
function breaksOnPurpose(lines: readonly PdfLine[], index: number, leading: number): boolean {
  const before = lines[index - 1]!
  const line = lines[index]!
  if (line.top <= before.top) return false
  // What stands apart on a line is a row of something.
  if (line.cells.length > 1 || before.cells.length > 1) return true
  if (listMark.test(line.text)) return true
  let right = before.right
  const from = Math.max(0, index - nearbyLines)
  const to = Math.min(lines.length, index + nearbyLines)
  for (let i = index - 1; i > from && !isParagraphEnd(lines[i - 1]!, lines[i]!, leading); i--) {
    right = Math.max(right, lines[i - 1]!.right)
  }
  for (let i = index; i < to && (i === index || !isParagraphEnd(lines[i - 1]!, lines[i]!, leading)); i++) {
    right = Math.max(right, lines[i]!.right)
  }
  const firstWord = isCjk(line.text) ? 1 : line.text.split(" ", 1)[0]!.length
  const width = ((line.right - line.left) * firstWord) / line.text.length
  return before.right + width + 1.2 * line.size < right
}

interface Joint {
  readonly between: string
  /** True where the mark at the end of the first line only broke a word. */
  readonly cutsMark: boolean
}

/** What stands between two lines of a paragraph; a word that a hyphen broke becomes whole again. */
function jointOf(text: string, next: string, onPurpose: boolean, words: ReadonlySet<string>): Joint {
  const broken = /(\p{L}+(?:-\p{L}+)*)([-\u2010\u00ad])$/u.exec(text.slice(-80))
  if (broken !== null && /^\p{L}/u.test(next)) {
    const tail = /^\p{L}+/u.exec(next.slice(0, 80))![0]
    const [head, mark] = [broken[1]!, broken[2]!]
    const isCompound =
      mark !== "\u00ad" &&
      (!/^\p{Ll}/u.test(tail) ||
        (words.has(`${head}-${tail}`.toLowerCase()) && !words.has((head + tail).toLowerCase())))
    return { between: "", cutsMark: !isCompound }
  }
  if (/\p{N}-$/u.test(text.slice(-3)) && /^\p{N}/u.test(next)) return { between: "", cutsMark: false }
  if (onPurpose) return { between: "\n", cutsMark: false }
  return { between: isCjk(text.slice(-1)) && isCjk(next) ? "" : " ", cutsMark: false }
}

/** Words of a document in lower case, as they stand inside lines: what tells `well-known` from a broken word. */
export function wordsOf(lines: readonly PdfLine[]): ReadonlySet<string> {
  const words = new Set<string>()
  for (const { text } of lines) {
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+(?:[-\u2010]\p{L}+)*/gu)) {
      words.add(word.replaceAll("\u2010", "-"))
    }
  }
  return words
}

const isCjk = (text: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u.test(text)
