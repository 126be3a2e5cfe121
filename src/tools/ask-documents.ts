import * as z from "zod"
import type { SpdRag } from "../spd-rag"
import { citedText } from "./kit/cited-text"
import { documentChoice } from "./kit/document-choice"
import { outcomeCounts } from "./kit/outcome-counts"
import { type DocumentTool, documentTool } from "./tool"

const input = z.object({
  question: z.string().min(1).describe("the question, in words"),
  ...documentChoice,
})

export function askDocuments(rag: SpdRag): DocumentTool {
  return documentTool({
    name: "ask_documents",
    title: "Ask the documents",
    description:
      "Answers a question that needs a piece of every document: each one is read by an agent of its own, and the answer cites verbatim quotes. Costs time and money with the number of documents.",
    input,
    async run({ question, documents, where }, call) {
      const answer = await rag.ask(question, { documents, where, ...call })
      return {
        text: citedText(answer),
        data: {
          text: answer.text,
          citations: answer.citations.map(({ number, documentId, title, quote, start, end, page }) => {
            return { number, documentId, title, quote, start, end, ...(page !== undefined && { page }) }
          }),
          documents: outcomeCounts(answer.documents),
          warnings: answer.warnings.map(({ message }) => message),
        },
      }
    },
  })
}
