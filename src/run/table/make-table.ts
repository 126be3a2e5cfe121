import type { ResolvedConfig } from "../../config/resolve"
import type { CompleteOptions, StoredDocument, Table, TableColumn } from "../../contracts"
import { checkOptions, optional } from "../../runtime/check/options"
import { abortSignal } from "../../runtime/check/values"
import { createTable } from "../../tables/create-table"
import { tableRows } from "../../tables/table-rows"
import { tableWarnings } from "../../tables/table-warnings"
import { loadTokenCounter } from "../../tokens/default-counter"
import type { AskedDocument } from "../documents/select-documents"
import type { RunContext } from "../run-context"
import { runFramed } from "../run-frame"
import type { AddFailures } from "../warnings/add-failures"
import { type KnownOutcomes, knownOutcomes, readRows } from "./known-outcomes"
import { plannedTable, specOfPlan } from "./planned-spec"
import { resolveRows } from "./resolve-rows"
import { type ResolvedTable, resolveTable } from "./resolve-table"
import { sampleOf } from "./sample"

/** Makes a table: a row a document, or several, by the same agents as an answer. */
export async function makeTable(
  request: unknown,
  config: ResolvedConfig,
  failures: AddFailures,
): Promise<Table> {
  await loadTokenCounter(config.countTokens)
  return runTable(await resolveTable(request, config), config, failures, new Map())
}

async function runTable(
  table: ResolvedTable,
  config: ResolvedConfig,
  failures: AddFailures,
  known: KnownOutcomes,
): Promise<Table> {
  const { ask, sample } = table
  return runFramed(ask, config, failures, {
    mayBeEmpty: true,
    async read(context, all, keep) {
      await config.agent?.ready?.({ signal: context.signal })
      const spec = table.spec ?? (await plannedSpec(context, table))
      const { task } = spec.ask
      const asked = sample === undefined ? all : sampleOf(all, sample)
      const outcomes = await readRows(context, spec, asked, known, keep)
      const stored = storedById(asked)
      const read = tableRows(outcomes, task, stored)
      const { rows, mappings } = await resolveRows(
        context,
        read,
        task.columns,
        resolvedColumns(table, task.columns),
      )
      const isWhole = asked.length === all.length
      return { outcomes, spec, stored, rows, mappings, isWhole, warnings: tableWarnings(rows) }
    },
    end({ outcomes: documents, spec, stored, rows, mappings, isWhole }, end) {
      const { columns } = spec.ask.task
      const warnings = end.warnings.filter(({ code }) => code !== "answers-unsupported")
      const complete = (options: CompleteOptions | undefined) => {
        const { signal } = checkOptions<CompleteOptions>(
          options,
          { signal: optional(abortSignal) },
          "options",
        )
        if (isWhole) return Promise.resolve(value)
        const next = { ...table, ask: { ...ask, signal }, spec, sample: undefined }
        return runTable(next, config, failures, knownOutcomes(documents, stored))
      }
      const value: Table = createTable({ columns, rows, documents, mappings, ...end, warnings }, complete)
      const event = { type: "table-end", documentCount: documents.length, rowCount: rows.length } as const
      return { value, event }
    },
  })
}

async function plannedSpec(context: RunContext, table: ResolvedTable) {
  return specOfPlan(await plannedTable(context, "columns"), context.question, table)
}

function resolvedColumns(
  { resolve }: ResolvedTable,
  columns: readonly TableColumn[],
): readonly TableColumn[] {
  if (resolve === false) return []
  return columns.filter(({ name, type }) => type === "text" && (resolve === true || resolve.includes(name)))
}

function storedById(asked: readonly AskedDocument[]): ReadonlyMap<string, StoredDocument> {
  return new Map(asked.flatMap(({ id, stored }) => (stored === undefined ? [] : [[id, stored] as const])))
}
