import type { UsageReport, Warning } from "../../contracts"

/** All that a page shows, as plain JSON data. Documents are named by their position in `documents`. */
export interface ReportData {
  readonly title: string
  /** The answer's text; left out where the report is of a table. */
  readonly text?: string | undefined
  readonly citations: readonly ReportCitation[]
  readonly directive?: string | undefined
  readonly documents: readonly ReportDocument[]
  /** The matrix of an answer, or the rows of a table. */
  readonly grid: ReportGrid
  /** The rows that an answer was computed from. */
  readonly table?: ReportGrid | undefined
  readonly computed?: ReportComputed | undefined
  /** Values of the table that were brought to others. */
  readonly mappings?: readonly ReportMapping[] | undefined
  readonly tree?: ReportNode | undefined
  readonly usage: UsageReport
  readonly warnings: readonly Warning[]
  readonly durationMs: number
}

export interface ReportDocument {
  readonly id: string
  readonly title: string
  readonly status: string
  /** Why it was not read, or not to its end. */
  readonly reason?: string | undefined
  /** What is known of it beside its text, as words. */
  readonly metadata?: readonly (readonly [name: string, value: string])[] | undefined
  /** Text around its quotes, in text order, apart from each other. */
  readonly slices: readonly ReportSlice[]
}

/** `text` begins at character `start` of its document. */
export interface ReportSlice {
  readonly start: number
  readonly text: string
}

export interface ReportQuote {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Page, or slide, on which it begins, where that is known. */
  readonly page?: number | undefined
  /** Headings above it, outermost first. */
  readonly headings?: readonly string[] | undefined
}

export interface ReportCitation {
  readonly number: number
  readonly document: number
  readonly quote: ReportQuote
}

/** Tasks of a plan, or columns of a table, by documents or rows. */
export interface ReportGrid {
  readonly kind: "tasks" | "table"
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly ReportRow[]
}

export interface ReportColumn {
  readonly title: string
  readonly detail?: string | undefined
}

export interface ReportRow {
  readonly document: number
  readonly cells: readonly ReportCell[]
}

export type CellState = "found" | "not-found" | "unsupported" | "unread" | "invalid"

export interface ReportCell {
  readonly state: CellState
  readonly value: string
  /** What the reader of the value should know. */
  readonly notes?: readonly string[] | undefined
  readonly quotes?: readonly ReportQuote[] | undefined
}

export interface ReportMapping {
  readonly column: string
  readonly from: string
  readonly to: string
  readonly by: "rule" | "model"
}

/** What a query gave. */
export interface ReportComputed {
  readonly sql?: string | undefined
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Rows that are not shown here. */
  readonly left: number
}

export type ReportNode =
  | {
      readonly kind: "findings"
      readonly document: number
      readonly tokens: number
      readonly part?: number | undefined
    }
  | {
      readonly kind: "merge"
      readonly round: number
      readonly text: string
      readonly tokens: number
      /** How many documents, and how many quotes, are below it. */
      readonly documents: number
      readonly quotes: number
      readonly children: readonly ReportNode[]
    }
