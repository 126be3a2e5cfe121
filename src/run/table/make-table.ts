import type { ResolvedConfig } from "../../config/resolve"
import type { CompleteOptions, DocumentOutcome, StoredDocument } from "../../contracts"
import { checkOptions, optional } from "../../runtime/check/options"
import { abortSignal } from "../../runtime/check/values"
import { createTable, type MadeTable } from "../../tables/create-table"
import { tablePlan } from "../../tables/table-plan"
import { tableRows } from "../../tables/table-rows"
import { tableWarnings } from "../../tables/table-warnings"
import { countTokens, loadTokenCounter } from "../../tokens/count-tokens"
import type { AddFailures } from "../add-failures"
import { readDocuments } from "../read-documents"
import { routeDocuments } from "../route-documents"
import type { RunContext } from "../run-context"
import { runFramed } from "../run-frame"
import type { AskedDocument } from "../select-documents"
import { rowReader } from "./read-row"
import { type ResolvedTable, resolveTable } from "./resolve-table"
import { sampleOf } from "./sample"

/** What was read of a document before, and of which revision. */
type KnownOutcomes = ReadonlyMap<string, { readonly revision: string; readonly outcome: DocumentOutcome }>

/** Makes a table: a row a document, or several, by the same agents as an answer. */
export async function makeTable(
  request: unknown,
  config: ResolvedConfig,
  failures: AddFailures,
): Promise<MadeTable> {
  if (config.countTokens === countTokens) await loadTokenCounter()
  return runTable(await resolveTable(request, config), config, failures, new Map())
}

async function runTable(
  table: ResolvedTable,
  config: ResolvedConfig,
  failures: AddFailures,
  known: KnownOutcomes,
): Promise<MadeTable> {
  const { ask, spec, sample } = table
  const { task } = spec.ask
  return runFramed(ask, config, failures, {
    mayBeEmpty: true,
    async read(context, all, keep) {
      await config.agent?.ready?.({ signal: context.signal })
      const asked = sample === undefined ? all : sampleOf(all, sample)
      const outcomes = await readRows(context, table, asked, known, keep)
      const stored = storedById(asked)
      const rows = tableRows(outcomes, task, stored)
      return { outcomes, stored, rows, isWhole: asked.length === all.length, warnings: tableWarnings(rows) }
    },
    end({ outcomes: documents, stored, rows, isWhole }, end) {
      const warnings = end.warnings.filter(({ code }) => code !== "answers-unsupported")
      const complete = (signal: AbortSignal | undefined) => {
        const next = { ...table, ask: { ...ask, signal }, sample: undefined }
        return runTable(next, config, failures, knownOutcomes(documents, stored))
      }
      const value: MadeTable = createTable(
        { columns: task.columns, rows, documents, mappings: [], ...end, warnings },
        (options) => {
          const { signal } = checkOptions<CompleteOptions>(
            options,
            { signal: optional(abortSignal) },
            "options",
          )
          return isWhole ? Promise.resolve(value) : complete(signal)
        },
      )
      const event = { type: "table-end", documentCount: documents.length, rowCount: rows.length } as const
      return { value, event }
    },
  })
}

/** One outcome a document, of those known as it was. */
async function readRows(
  context: RunContext,
  { spec }: ResolvedTable,
  asked: readonly AskedDocument[],
  known: KnownOutcomes,
  keep: (outcomes: () => readonly DocumentOutcome[]) => void,
): Promise<readonly DocumentOutcome[]> {
  const knownOf = ({ id, stored }: AskedDocument) => {
    const entry = known.get(id)
    return entry !== undefined && entry.revision === stored?.revision ? entry.outcome : undefined
  }
  const open = asked.filter((document) => knownOf(document) === undefined)
  const routed = await routeDocuments(context, tablePlan(spec.ask.task.columns), open)
  const plan = tablePlan(spec.ask.task.columns)
  const read = new Map(
    (await readDocuments(context, plan, routed, keep, rowReader(spec))).map((outcome) => [
      outcome.documentId,
      outcome,
    ]),
  )
  return asked.map((document) => knownOf(document) ?? read.get(document.id)!)
}

function storedById(asked: readonly AskedDocument[]): ReadonlyMap<string, StoredDocument> {
  return new Map(asked.flatMap(({ id, stored }) => (stored === undefined ? [] : [[id, stored] as const])))
}

/** Those that were read to their end; others are read again. */
function knownOutcomes(
  documents: readonly DocumentOutcome[],
  stored: ReadonlyMap<string, StoredDocument>,
): KnownOutcomes {
  return new Map(
    documents.flatMap((outcome) => {
      const revision = stored.get(outcome.documentId)?.revision
      const isRead = outcome.status === "answered" || outcome.status === "not-found"
      return isRead && revision !== undefined ? [[outcome.documentId, { revision, outcome }] as const] : []
    }),
  )
}
