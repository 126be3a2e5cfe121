import type { Quote } from "./findings"
import type { JSONSchema, JSONValue } from "./json"
import type { DocumentOutcome, Warning } from "./results"
import type { UsageReport } from "./usage"

/** What the values of a column are. */
export type ColumnType = "text" | "number" | "integer" | "boolean" | "date" | "choice" | "list" | "object"

/** One column of a table: what is looked up in every document. */
export interface TableColumn {
  readonly name: string
  readonly description?: string | undefined
  /** A `date` is text of the form `2021-03-04`; `list` and `object` are JSON values. */
  readonly type: ColumnType
  /** That the values are in, for example "US dollars". */
  readonly unit?: string | undefined
  /** The values that a `choice` may take. */
  readonly choices?: readonly string[] | undefined
  /** True where every row must have a value. */
  readonly required: boolean
  readonly nullable: boolean
  /** Of one value. */
  readonly schema: JSONSchema
}

/** One value of a row, and what it rests on. */
export interface TableCell {
  /**
   * `not-found`: the document was read and does not say it. `unread`: the document was not read so far. `invalid`: the
   * document says something that the column's schema refuses.
   */
  readonly status: "found" | "not-found" | "unread" | "invalid"
  /** Null in every cell that is not `found`. */
  readonly value: JSONValue
  /** The words of the document for it, as the agent copied them. */
  readonly written?: string | undefined
  /** Only quotes that were located in the document. */
  readonly quotes: readonly Quote[]
  /** Quotes that the model gave and the document does not hold. */
  readonly unverifiedQuotes?: number | undefined
  /**
   * Of a found value. `quoted`: its figures, or its words, are in its quotes. `computed`: the agent says that it worked it
   * out of them. `unsupported`: neither.
   */
  readonly support?: "quoted" | "computed" | "unsupported" | undefined
  /** What came in place of a valid value, and why the schema refused it. */
  readonly problem?: string | undefined
}

/** One row, with the document it was read from. */
export interface TableRow<Values extends object = Readonly<Record<string, JSONValue>>> {
  readonly documentId: string
  readonly title: string
  readonly metadata?: { readonly [key: string]: JSONValue } | undefined
  /** Position among the rows of its document, from 0, in text order. */
  readonly index: number
  /** What became of the document. */
  readonly status: DocumentOutcome["status"]
  /** The values that were found, as the user's schema gives them. */
  readonly values: Partial<Values>
  /** One a column, by its name. */
  readonly cells: Readonly<Record<string, TableCell>>
}

/** Two values of a column that mean the same, brought to one. */
export interface ValueMapping {
  readonly column: string
  readonly from: JSONValue
  readonly to: JSONValue
  readonly by: "rule" | "model"
}

/** The data of a table, which queries and exports take. */
export interface TableData<Values extends object = Readonly<Record<string, JSONValue>>> {
  readonly columns: readonly TableColumn[]
  /** In the order of the documents asked, and of their text. */
  readonly rows: readonly TableRow<Values>[]
}

/** A typed row a document, or several. */
export interface Table<Values extends object = Readonly<Record<string, JSONValue>>>
  extends TableData<Values> {
  /** Exactly one a document asked, in the order asked. */
  readonly documents: readonly DocumentOutcome[]
  readonly mappings: readonly ValueMapping[]
  readonly usage: UsageReport
  readonly warnings: readonly Warning[]
  readonly durationMs: number
  /** Runs one read-only SQL query over the rows; needs the package of SQLite, loaded on first use. */
  query(sql: string, options?: QueryOptions): Promise<QueryResult>
  toCSV(options?: TableExportOptions): string
  toMarkdown(options?: TableExportOptions): string
  /** One object a row; also what `JSON.stringify` writes. */
  toJSON(options?: TableExportOptions): JSONValue
  /** A spreadsheet file; needs the package of spreadsheets, loaded on first use. */
  toXLSX(options?: TableExportOptions): Promise<Uint8Array>
}

export interface TableExportOptions {
  /** Adds a column of quotes beside each column. @default false */
  readonly quotes?: boolean | undefined
  /** Adds a column of places in the document (chunk, start and end) beside each column. @default false */
  readonly citations?: boolean | undefined
}

export interface QueryOptions {
  readonly signal?: AbortSignal | undefined
  /** Rows of the result; more are cut, and `truncated` says so. */
  readonly maxRows?: number | undefined
  readonly timeoutMs?: number | undefined
}

/** What a query comes to. */
export interface QueryResult {
  readonly columns: readonly string[]
  readonly rows: readonly QueryRow[]
  /** True where there were more rows than `maxRows`. */
  readonly truncated: boolean
  /** True where every row names what it came from; see docs/tables.md for the queries of which that is known. */
  readonly traced: boolean
}

export interface QueryRow {
  readonly values: readonly (string | number | null)[]
  /** The documents that it came from, where the query names them. */
  readonly documentIds: readonly string[]
  /** Positions in the table's rows that it came from, from 0, where the query names them. */
  readonly rowIndexes: readonly number[]
}
