import * as z from "zod"
import type { JSONValue } from "../contracts"
import type { SpdRag } from "../spd-rag"
import { documentChoice } from "./kit/document-choice"
import { outcomeCounts } from "./kit/outcome-counts"
import { type DocumentTool, documentTool } from "./tool"

const column = z.object({
  name: z.string().min(1).describe("a short name, such as law"),
  description: z.string().optional().describe("what the value is, in words"),
  type: z.enum(["text", "number", "integer", "boolean", "date"]).default("text"),
})
const input = z.object({
  columns: z.array(column).min(1).max(50),
  question: z.string().min(1).optional().describe("what the table is for"),
  rows: z
    .enum(["document", "many"])
    .default("document")
    .describe("one row a document, or as many as it holds"),
  ...documentChoice,
})

const typeOf = {
  text: () => z.string(),
  number: () => z.number(),
  integer: () => z.int(),
  boolean: () => z.boolean(),
  date: () => z.iso.date(),
}

export function extractTable(rag: SpdRag): DocumentTool {
  return documentTool({
    name: "extract_table",
    title: "Extract a table",
    description: "Fills a table from the documents: a row each, with the quotes behind every value.",
    input,
    async run({ columns, question, rows, documents, where }, call) {
      const shape = columns.map(({ name, description, type }) => {
        const value = typeOf[type]().nullable()
        return [name, description === undefined ? value : value.describe(description)] as const
      })
      const schema = z.object(Object.fromEntries(shape))
      const table = await rag.table({ columns: schema, question, rows, documents, where, ...call })
      const names = columns.map(({ name }) => name)
      const data = table.rows.map(({ documentId, title, status, cells }) => {
        const shown = names.map((name): readonly [string, JSONValue] => {
          const cell = cells[name]
          const quotes = (cell?.quotes ?? []).map(({ text, start, end }) => ({ text, start, end }))
          return [name, { status: cell?.status ?? "unread", value: cell?.value ?? null, quotes }]
        })
        return { documentId, title, status, cells: Object.fromEntries(shown) }
      })
      const lines = table.rows.map(({ title, cells }) => {
        const values = names.map((name) => JSON.stringify(cells[name]?.value ?? null))
        return [JSON.stringify(title), ...values].join(", ")
      })
      return {
        text: [["document", ...names].join(", "), ...lines].join("\n"),
        data: { rows: data, documents: outcomeCounts(table.documents) },
      }
    },
  })
}
