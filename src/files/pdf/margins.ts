import type { PdfLine } from "./lines"
import { goesOn } from "./text"

/** Lines of a page: what stands at its head and foot apart from its text. */
export interface PageLines {
  readonly head: readonly PdfLine[]
  readonly body: readonly PdfLine[]
  readonly foot: readonly PdfLine[]
}

/** How much of a page's height a head or foot may take up. */
const share = 0.09
const pageNumber =
  /^\W*(?:\p{L}{1,8}\W{0,3})?[0-9ivxlc]{1,6}(?:\s*(?:of|von|de|di|sur|\/|-)\s*[0-9]{1,6})?\W*$/iu

/**
 * Parts each page. A line near the edge is of the head or foot where it is smaller than the text, the number of the
 * page, or the same on another page but for figures.
 *
 * @param heights the lowest and highest place of each page
 */
export function splitMargins(
  pages: readonly (readonly PdfLine[])[],
  heights: readonly { readonly bottom: number; readonly top: number }[],
): readonly PageLines[] {
  const size = usualSize(pages)
  const zones = pages.map((lines, index) => lines.map((line) => zoneOf(line, heights[index]!)))
  const seen = new Map<string, number>()
  pages.forEach((lines, index) => {
    const keys = lines.flatMap((line, at) => (zones[index]![at] === "body" ? [] : [keyOf(line)]))
    for (const key of new Set(keys)) seen.set(key, (seen.get(key) ?? 0) + 1)
  })
  return pages.map((lines, index) => {
    const parts: { head: PdfLine[]; body: PdfLine[]; foot: PdfLine[] } = { head: [], body: [], foot: [] }
    lines.forEach((line, at) => {
      const isMargin =
        line.size < 0.92 * size || pageNumber.test(line.text.slice(0, 40)) || (seen.get(keyOf(line)) ?? 0) > 1
      parts[isMargin ? zones[index]![at]! : "body"].push(line)
    })
    return parts
  })
}

function zoneOf(line: PdfLine, { bottom, top }: { bottom: number; top: number }): "head" | "body" | "foot" {
  const height = top - bottom
  if (Math.abs(line.angle) > 0.02 || height <= 0) return "body"
  if (-line.top > top - share * height) return "head"
  return -line.top < bottom + share * height ? "foot" : "body"
}

const keyOf = ({ text }: PdfLine): string => text.slice(0, 200).replace(/[0-9]+/g, "#")

/** The size of most of the text. */
function usualSize(pages: readonly (readonly PdfLine[])[]): number {
  const letters = new Map<number, number>()
  for (const lines of pages) {
    for (const { size, text } of lines) {
      const key = Math.round(size * 2) / 2
      letters.set(key, (letters.get(key) ?? 0) + text.length)
    }
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

/** A page's texts before they are put together. */
export interface PageTexts {
  readonly head: string
  readonly body: string
  readonly foot: string
}

/**
 * Each page as one text. Where a sentence goes on over the end of a page, head and foot stand beside the first or last
 * paragraph in place of between the two halves, so that the sentence is whole.
 */
export function pageTexts(pages: readonly PageTexts[]): readonly string[] {
  return pages.map(({ head, body, foot }, index) => {
    const isBegun = goesOn(pages[index - 1]?.body ?? "", body)
    const isOpen = goesOn(body, pages[index + 1]?.body ?? "")
    if (body === "" || (!isBegun && !isOpen)) return joined(head, body, foot)
    if (!isBegun) {
      const last = body.lastIndexOf("\n\n")
      return joined(head, body.slice(0, Math.max(0, last)), foot, body.slice(last < 0 ? 0 : last + 2))
    }
    const first = body.indexOf("\n\n")
    const begin = first < 0 ? body : body.slice(0, first)
    const rest = first < 0 ? "" : body.slice(first + 2)
    return isOpen ? joined(begin, head, foot, rest) : joined(begin, head, rest, foot)
  })
}

const joined = (...blocks: readonly string[]): string => blocks.filter((block) => block !== "").join("\n\n")
