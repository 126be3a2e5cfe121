import type { ComputedResult } from "../../contracts/answer"
import type { Table } from "../../contracts/table"
import type { ReportComputed, ReportData } from "./types"
import { valueText } from "./values"

/** More are in the answer, and nobody reads them here. */
const mostRows = 200

/** Values that were brought to others, where there are such; tables that were written before say nothing of them. */
export function reportMappings({
  mappings = [],
}: Partial<Pick<Table, "mappings">>): Pick<ReportData, "mappings"> {
  if (mappings.length === 0) return {}
  return {
    mappings: mappings.map(({ from, to, ...rest }) => ({
      ...rest,
      from: valueText(from),
      to: valueText(to),
    })),
  }
}

export function reportComputed({ sql, result }: ComputedResult): ReportComputed {
  return {
    sql,
    columns: result.columns,
    rows: result.rows.slice(0, mostRows).map(({ values }) => values.map(valueText)),
    left: Math.max(0, result.rows.length - mostRows),
  }
}
