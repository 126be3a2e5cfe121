/** What an agent reports of one column, as it came. */
export interface ReportedCell {
  readonly quotes: readonly string[]
  /** The words of the document for the value; empty where the agent gives none. */
  readonly written: string
  readonly status: "found" | "computed" | "not-found"
  /** Of any kind. */
  readonly value: unknown
}

/** What it reports of one row, by the columns' names; columns that it leaves out are not in it. */
export interface ReportedRow {
  /** From 1, where it says which row of an earlier report this is. */
  readonly number: number | undefined
  readonly cells: ReadonlyMap<string, ReportedCell>
}
