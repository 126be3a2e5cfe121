import type { ResolvedConfig } from "../../config/resolve"
import { createTable, type MadeTable } from "../../tables/create-table"
import { tablePlan } from "../../tables/table-plan"
import { tableRows } from "../../tables/table-rows"
import { tableWarnings } from "../../tables/table-warnings"
import type { AddFailures } from "../add-failures"
import { readDocuments } from "../read-documents"
import { routeDocuments } from "../route-documents"
import { runFramed } from "../run-frame"
import { rowReader } from "./read-row"
import { resolveTable } from "./resolve-table"

/** One run that makes a table: a row a document, or several, by the same agents as an answer. */
export async function makeTable(
  request: unknown,
  config: ResolvedConfig,
  failures: AddFailures,
): Promise<MadeTable> {
  const { ask, spec } = resolveTable(request, config)
  const { task } = spec.ask
  return runFramed(ask, config, failures, {
    mayBeEmpty: true,
    async read(context, asked, keep) {
      await config.agent?.ready?.({ signal: context.signal })
      const plan = tablePlan(task.columns)
      const routed = await routeDocuments(context, plan, asked)
      const outcomes = await readDocuments(context, plan, routed, keep, rowReader(spec))
      const stored = new Map(
        asked.flatMap(({ id, stored }) => (stored === undefined ? [] : [[id, stored] as const])),
      )
      const rows = tableRows(outcomes, task, stored)
      return { outcomes, rows, warnings: tableWarnings(rows) }
    },
    end({ outcomes: documents, rows }, end) {
      const warnings = end.warnings.filter(({ code }) => code !== "answers-unsupported")
      const table = createTable({ columns: task.columns, rows, documents, mappings: [], ...end, warnings })
      const event = { type: "table-end", documentCount: documents.length, rowCount: rows.length } as const
      return { value: table, event }
    },
  })
}
