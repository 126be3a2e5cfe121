import type { TableCell, TableColumn } from "./cell"
import type { JSONValue } from "./json"
import type { DocumentOutcome, Warning } from "./results"
import type { UsageReport } from "./usage"

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
  /** Why the row as a whole was refused, also when it was asked for once more. */
  readonly problem?: string | undefined
}

/** A row as a check of the user's own sees it. */
export type ReadRow<Values extends object = Readonly<Record<string, JSONValue>>> = Pick<
  TableRow<Values>,
  "documentId" | "title" | "metadata" | "values" | "cells"
>

/** Says what is wrong with a row, in words for the model; undefined where nothing is. */
export type RowCheck<Values extends object = Readonly<Record<string, JSONValue>>> = (
  row: ReadRow<Values>,
) => string | undefined | Promise<string | undefined>

/** A row of an example: the values that its text gives, each with the sentences that it follows from. */
export type ExampleRow<Values extends object = Readonly<Record<string, JSONValue>>> = {
  readonly [Name in keyof Values]?: {
    readonly value: NonNullable<Values[Name]>
    /** Letter by letter. */
    readonly quotes: string | readonly string[]
  }
}

/** A text and its row, or its rows where there may be several. */
export interface TableExample<Values extends object = Readonly<Record<string, JSONValue>>> {
  readonly text: string
  readonly row?: ExampleRow<Values> | undefined
  readonly rows?: readonly ExampleRow<Values>[] | undefined
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
  /**
   * Where this is a sample, the table of all documents that were asked: those of the sample are read again only where they
   * have changed since. Its usage is what it used itself. The same table where it is whole.
   */
  complete(options?: CompleteOptions): Promise<Table<Values>>
  /** Runs one read-only SQL query over the rows; needs the package of SQLite, loaded on first use. */
  query(sql: string, options?: QueryOptions): Promise<QueryResult>
  toCSV(options?: TableExportOptions): string
  toMarkdown(options?: TableExportOptions): string
  /** One object a row; also what `JSON.stringify` writes. */
  toJSON(options?: TableExportOptions): JSONValue
  /** A spreadsheet file; needs the package of spreadsheets, loaded on first use. */
  toXLSX(options?: TableExportOptions): Promise<Uint8Array>
}

/** How a table is filled up. */
export interface CompleteOptions {
  readonly signal?: AbortSignal | undefined
}

/** What an export of a table holds beside its values. */
export interface TableExportOptions {
  /** Adds a column of quotes beside each column. @default false */
  readonly quotes?: boolean | undefined
  /** Adds a column of places in the document (chunk, start and end) beside each column. @default false */
  readonly citations?: boolean | undefined
}

/** What bounds a query. */
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

/** One row of a query's result, and what it came from. */
export interface QueryRow {
  readonly values: readonly (string | number | null)[]
  /** The documents that it came from, where the query names them. */
  readonly documentIds: readonly string[]
  /** Positions in the table's rows that it came from, from 0, where the query names them. */
  readonly rowIndexes: readonly number[]
}
