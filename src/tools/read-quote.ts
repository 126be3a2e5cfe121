import * as z from "zod"
import type { SpdRag } from "../spd-rag"
import { documentText } from "./kit/document-text"
import { type DocumentTool, documentTool } from "./tool"

/** Characters that one call may show. */
const mostShown = 20_000

const offset = z.int().min(0)
const input = z.object({
  documentId: z.string().min(1),
  start: offset.describe("where the quote begins, as a citation says"),
  end: offset.describe("where it ends"),
  context: z.int().min(0).max(5_000).default(500).describe("characters to show before and after"),
})

export function readQuote(rag: SpdRag): DocumentTool {
  return documentTool({
    name: "read_quote",
    title: "Read a quote in its document",
    description: "Shows the text of a document around a quote, by the offsets of its citation.",
    input,
    async run({ documentId, start, end, context }, { signal }) {
      const last = Math.min(Math.max(start, end), start + mostShown)
      const range = { start: Math.max(0, start - context), end: last + context }
      const shown = await documentText(rag, documentId, range, signal)
      const part = (from: number, to: number) =>
        shown.text.slice(Math.max(0, from - shown.start), Math.max(0, to - shown.start)).toWellFormed()
      const [before, quote, after] = [part(0, start), part(start, last), part(last, range.end)]
      return {
        text: `${shown.title}\n\n${before}>>>${quote}<<<${after}`,
        data: { documentId, title: shown.title, start, end: last, before, quote, after },
      }
    },
  })
}
