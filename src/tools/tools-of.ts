import type { SpdRag } from "../spd-rag"
import { askDocuments } from "./ask-documents"
import { extractTable } from "./extract-table"
import { listDocuments } from "./list-documents"
import { readQuote } from "./read-quote"
import type { DocumentTool } from "./tool"

/** All tools over a set of documents. */
export function toolsOf(rag: SpdRag): readonly DocumentTool[] {
  return [askDocuments(rag), extractTable(rag), listDocuments(rag), readQuote(rag)]
}
