import type { TextBudget } from "../kit/text-budget"
import { pdfParts } from "./columns"
import { pdfAdditions } from "./fields"
import { type PdfLine, pdfLines } from "./lines"
import type { PdfPage, PdfTextItem } from "./peer"
import { pdfPieces } from "./pieces"
import { pdfSegments } from "./segments"
import { isUnreadable, readablePart } from "./unreadable"

/** A page in the order in which it is read. */
export interface ReadPage {
  readonly lines: readonly PdfLine[]
  /** Notes that pop up on the page. */
  readonly notes: readonly string[]
  readonly bottom: number
  readonly top: number
  /** True where its fonts don't say which letters they draw; it has no lines then. */
  readonly isUnreadable: boolean
  /** True where some characters of it are none, and were left out. */
  readonly isPartlyUnreadable: boolean
}

export async function readPage(
  page: PdfPage,
  budget: TextBudget,
  signal: AbortSignal | undefined,
): Promise<ReadPage> {
  const items = await textItems(page, budget, signal)
  const texts = items.map(({ str = "" }) => str)
  const isLost = isUnreadable(texts)
  const { pieces, notes } = pdfAdditions(await page.getAnnotations())
  const readable = items.map((item) => ({ ...item, str: readablePart(item.str ?? "") }))
  const all = [...(isLost ? [] : pdfPieces(readable)), ...pieces]
  const [, bottom = 0, , top = 0] = page.view ?? []
  return {
    lines: pdfParts(pdfSegments(all)).flatMap(pdfLines),
    notes,
    bottom,
    top,
    isUnreadable: isLost,
    isPartlyUnreadable: !isLost && readable.some(({ str }, index) => str !== texts[index]),
  }
}

/** Piece by piece, so that a small file that becomes a page without end is left in the middle of it. */
async function textItems(
  page: PdfPage,
  budget: TextBudget,
  signal: AbortSignal | undefined,
): Promise<readonly PdfTextItem[]> {
  const reader = page.streamTextContent().getReader()
  const items: PdfTextItem[] = []
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { done, value } = await reader.read()
      if (done) return items
      for (const item of value.items) {
        budget.spend(item.str?.length ?? 0)
        items.push(item)
      }
    }
  } catch (error) {
    reader.cancel(error).catch(() => {})
    throw error
  }
}
