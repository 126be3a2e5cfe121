import type { ReportCell, ReportColumn } from "../../data/types"

/** A grid as it is shown: a row is a document, or a row of a table. */
export interface GridData {
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly GridRow[]
}

export interface GridRow {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly cells: readonly GridCell[]
}

/** `pending`: nothing has come of it by now. */
export interface GridCell extends Omit<ReportCell, "state"> {
  readonly state: ReportCell["state"] | "pending"
}

/** What of the rows is shown, and in which order; an empty string shows all. */
export interface GridView {
  readonly search: string
  readonly status: string
  /** By column, the state its cells must have. */
  readonly states: readonly string[]
  readonly sort: GridSort | undefined
}

export interface GridSort {
  /** -2: the title; -1: the status. */
  readonly column: number
  readonly descending: boolean
}

const titleColumn = -2
const statusColumn = -1

export const viewOfAll = (columns: number): GridView => ({
  search: "",
  status: "",
  states: Array(columns).fill(""),
  sort: undefined,
})

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" })
const stateOrder: readonly GridCell["state"][] = [
  "found",
  "unsupported",
  "invalid",
  "not-found",
  "unread",
  "pending",
]

/** Positions of the rows that the view shows, in its order; ties by position. */
export function shownRows({ rows }: GridData, { search, status, states, sort }: GridView): number[] {
  const words = search.trim().toLowerCase()
  const shown: number[] = []
  for (const [index, row] of rows.entries()) {
    if (status !== "" && row.status !== status) continue
    if (states.some((state, column) => state !== "" && row.cells[column]?.state !== state)) continue
    if (words === "" || holds(row, words)) shown.push(index)
  }
  if (sort === undefined) return shown
  const sign = sort.descending ? -1 : 1
  return shown.sort((a, b) => sign * compare(rows[a]!, rows[b]!, sort) || a - b)
}

function holds({ id, title, cells }: GridRow, words: string): boolean {
  const has = (text: string) => text.toLowerCase().includes(words)
  return has(title) || has(id) || cells.some(({ value }) => has(value))
}

function compare(a: GridRow, b: GridRow, { column, descending }: GridSort): number {
  if (column === titleColumn) return collator.compare(a.title, b.title)
  if (column === statusColumn) return collator.compare(a.status, b.status)
  const [left, right] = [a.cells[column]!, b.cells[column]!]
  const byState = stateOrder.indexOf(left.state) - stateOrder.indexOf(right.state)
  // Cells without a value come last whichever way the values go.
  if (byState !== 0) return descending ? -byState : byState
  const [x, y] = [numberOf(left.value), numberOf(right.value)]
  return x !== undefined && y !== undefined ? x - y : collator.compare(left.value, right.value)
}

/** A value that is a number and nothing else, such as -1.5 or 12,000. */
export function numberOf(value: string): number | undefined {
  const plain = value.trim()
  return /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^-?\d+(?:\.\d+)?$/.test(plain)
    ? Number(plain.replaceAll(",", ""))
    : undefined
}
