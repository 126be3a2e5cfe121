import type {
  DocumentOutcome,
  FoundRow,
  RowTask,
  StoredDocument,
  TableCell,
  TableColumn,
  TableRow,
} from "../contracts"
import { withoutPages } from "../evidence/pages"
import { valuesOf } from "./values-of"

const unread: TableCell = { status: "unread", value: null, quotes: [] }

/**
 * The rows of all documents, in their order and that of their text. With one row a document, a document that was not read
 * has one too, of unread cells, so that no row is missing.
 */
export function tableRows(
  outcomes: readonly DocumentOutcome[],
  { columns, rows: kind }: RowTask,
  stored: ReadonlyMap<string, StoredDocument>,
): readonly TableRow[] {
  return outcomes.flatMap((outcome) => {
    const { documentId, title, status } = outcome
    const metadata = withoutPages(stored.get(documentId)?.metadata)
    const found = "findings" in outcome ? (outcome.findings.rows ?? []) : []
    const rows = found.length === 0 && kind === "document" ? [unreadRow(columns)] : found
    return rows.map((row, index) => ({
      documentId,
      title,
      ...(metadata !== undefined && { metadata }),
      index,
      status,
      values: valuesOf(row, columns),
      ...row,
    }))
  })
}

function unreadRow(columns: readonly TableColumn[]): FoundRow {
  return { cells: Object.fromEntries(columns.map(({ name }) => [name, unread])) }
}
