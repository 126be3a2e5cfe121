import type { JSONValue } from "../../contracts/json"

/** One page of a text: `text.slice(start, end)`, in UTF-16 units; empty for a page without text. */
export interface PageSpan {
  /** From 1. */
  readonly page: number
  readonly start: number
  readonly end: number
}

/** Joins texts with an empty line between them, and says where each one stands. */
export function joinSpans(texts: readonly string[]): {
  text: string
  spans: { start: number; end: number }[]
} {
  let text = ""
  const spans = texts.map((part) => {
    if (text !== "" && part !== "") text += "\n\n"
    const start = text.length
    text += part
    return { start, end: text.length }
  })
  return { text, spans }
}

/**
 * The page, or slide, that holds an offset of the document's text, so that a citation can say "page 12". The line
 * break between two pages belongs to the first. Undefined where the document has no pages or the offset is outside.
 */
export function pageOf(
  metadata: { readonly [key: string]: JSONValue } | undefined,
  offset: number,
): number | undefined {
  const pages = metadata?.pages
  if (!Array.isArray(pages) || !(offset >= 0)) return undefined
  let found: number | undefined
  let end = 0
  for (const span of pages as readonly Partial<PageSpan>[]) {
    if (typeof span?.start !== "number" || typeof span.end !== "number") return undefined
    if (span.end > span.start && span.start <= offset) found = span.page
    end = Math.max(end, span.end)
  }
  return offset < end ? found : undefined
}
