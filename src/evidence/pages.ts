import type { JSONValue } from "../contracts"

/** One page of a text: `text.slice(start, end)`, in UTF-16 units; empty for a page without text. */
export interface PageSpan {
  /** From 1. */
  readonly page: number
  readonly start: number
  readonly end: number
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

/** Metadata as it is shown: where each page stands is for looking pages up, and long. Undefined where nothing is left. */
export function withoutPages(
  metadata: { readonly [key: string]: JSONValue } | undefined,
): { readonly [key: string]: JSONValue } | undefined {
  if (metadata === undefined) return undefined
  const { pages: _, ...rest } = metadata
  return Object.keys(rest).length === 0 ? undefined : Object.freeze(rest)
}
