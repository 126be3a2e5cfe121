import type { DocumentOutcome, StoredDocument } from "../../contracts"
import type { RowSpec } from "../../tables/read/ask/row-spec"
import { tablePlan } from "../../tables/table-plan"
import { readDocuments } from "../documents/read-documents"
import { routeDocuments } from "../documents/route-documents"
import type { AskedDocument } from "../documents/select-documents"
import type { RunContext } from "../run-context"
import { rowReader } from "./read-row"

/** What was read of a document before, and of which revision. */
export type KnownOutcomes = ReadonlyMap<
  string,
  { readonly revision: string; readonly outcome: DocumentOutcome }
>

/** What need not be read again: documents that were read to their end. */
export function knownOutcomes(
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

/** One outcome a document, in the order asked; those that are known at their revision are not read. */
export async function readRows(
  context: RunContext,
  spec: RowSpec,
  asked: readonly AskedDocument[],
  known: KnownOutcomes,
  keep: (outcomes: () => readonly DocumentOutcome[]) => void,
): Promise<readonly DocumentOutcome[]> {
  const knownOf = ({ id, stored }: AskedDocument) => {
    const entry = known.get(id)
    return entry !== undefined && entry.revision === stored?.revision ? entry.outcome : undefined
  }
  const plan = tablePlan(spec.ask.task.columns)
  const open = asked.filter((document) => knownOf(document) === undefined)
  const routed = await routeDocuments(context, plan, open)
  const read = await readDocuments(context, plan, routed, keep, rowReader(spec))
  const byId = new Map(read.map((outcome) => [outcome.documentId, outcome]))
  return asked.map((document) => knownOf(document) ?? byId.get(document.id)!)
}
