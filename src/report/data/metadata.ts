import type { JSONValue } from "../../contracts"
import { isTable, type Subject } from "../subject"
import type { ReportDocument } from "./types"
import { valueText } from "./values"

type Metadata = NonNullable<ReportDocument["metadata"]>

const mostCharacters = 300

/** What citations and rows say of their documents, by the documents' ids. */
export function metadataByDocument(subject: Subject): ReadonlyMap<string, Metadata> {
  const byDocument = new Map<string, Metadata>()
  const table = isTable(subject) ? subject : subject.table
  const cited = isTable(subject) ? [] : subject.citations
  for (const { documentId, metadata } of [...cited, ...(table?.rows ?? [])]) {
    if (metadata === undefined || byDocument.has(documentId)) continue
    const pairs = Object.entries(metadata).flatMap(pairOf)
    if (pairs.length > 0) byDocument.set(documentId, pairs)
  }
  return byDocument
}

/** A report is sent to others: where a file lies on this machine is left out of it. */
function pairOf([name, value]: [string, JSONValue]): Metadata {
  const text = valueText(value)
  if (name === "sourcePath" || text === "") return []
  return [[name, text.length > mostCharacters ? `${text.slice(0, mostCharacters).toWellFormed()} …` : text]]
}
