import type { JSONSchema, JSONValue } from "./json"
import type { Quote } from "./quote"

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

/** A row as an agent found it. */
export interface FoundRow {
  /** One a column, by its name. */
  readonly cells: Readonly<Record<string, TableCell>>
  /** Why the row as a whole was refused, also when it was asked for once more. */
  readonly problem?: string | undefined
}

/** The rows that an agent is to report. */
export interface RowTask {
  /** The plan's tasks are these, in their order. */
  readonly columns: readonly TableColumn[]
  /** One row a document, or as many as it holds. */
  readonly rows: "document" | "many"
}
