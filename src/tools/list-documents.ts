import * as z from "zod"
import { withoutPages } from "../evidence/pages"
import type { SpdRag } from "../spd-rag"
import { where } from "./kit/document-choice"
import { documentsById } from "./kit/documents-by-id"
import { type DocumentTool, documentTool } from "./tool"

const input = z.object({
  where: where.optional(),
  offset: z.int().min(0).default(0).describe("documents to leave out at the beginning"),
  limit: z.int().min(1).max(1_000).default(100),
})

export function listDocuments(rag: SpdRag): DocumentTool {
  return documentTool({
    name: "list_documents",
    title: "List the documents",
    description: "Lists the documents of the set: id, title, tokens, metadata.",
    input,
    async run({ where, offset, limit }, { signal }) {
      const all = await documentsById(rag, { where, signal })
      const total = all.length
      const shown = all.slice(offset, offset + limit)
      const documents = shown.map(({ id, title, tokens, metadata }) => {
        return { id, title, tokens, metadata: withoutPages(metadata) ?? {} }
      })
      const lines = documents.map(({ id, title, tokens }) => `${id}: ${title} (${tokens} tokens)`)
      const more = total - offset - shown.length
      if (more > 0) lines.push(`${more} more; go on with offset ${offset + shown.length}.`)
      return { text: lines.join("\n") || "There is no document.", data: { documents, total } }
    },
  })
}
