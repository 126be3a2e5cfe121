import type { TableRow } from "../../../src/contracts"
import { tableColumns, tableRows } from "../tables"

export const hostileColumns = tableColumns({ law: "text", note: "text", cap: "number" })

/** Rows that hostile queries are asked over. */
export interface HostileRows {
  /** Three hundred ordinary ones. */
  readonly short: readonly TableRow[]
  /** Thirty with a long cell that differs from the others in its last letter alone. */
  readonly long: readonly TableRow[]
  /** Twenty with a long cell of figures. */
  readonly figures: readonly TableRow[]
}

/** @param cellBytes of a long cell */
export function hostileRows(cellBytes: number): HostileRows {
  return {
    short: rows(300, (at) => `note ${at}`),
    long: rows(30, (at) => "a".repeat(cellBytes - 1) + "abcdefghij"[at % 10]),
    figures: rows(20, () => "1234567890".repeat(cellBytes / 10)),
  }
}

function rows(count: number, note: (at: number) => string): readonly TableRow[] {
  const values = Array.from({ length: count }, (_, at) => [`law ${at % 7}`, note(at), at])
  return tableRows(hostileColumns, values)
}
