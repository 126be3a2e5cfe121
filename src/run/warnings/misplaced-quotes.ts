import type { DocumentOutcome, RefusedQuote, TaskAnswer } from "../../contracts"
import { holderOf } from "../../evidence/quotes/refused-quotes"
import { joinSlices } from "../../evidence/slices"
import { mapConcurrent } from "../../runtime/map-concurrent"
import type { AskedDocument } from "../documents/select-documents"
import type { RunContext } from "../run-context"

/** Quotes that are looked for, and documents that are looked at: each costs the store a read. */
const mostQuotes = 50
const mostDocuments = 200

/**
 * Tells quotes that another document of the run holds from those that stand nowhere: the first were mixed up, the
 * others made up. Both stay refused. The store is read only where a quote was refused.
 */
export async function placeRefusedQuotes(
  { vectorStore, config, signal }: RunContext,
  asked: readonly AskedDocument[],
  outcomes: readonly DocumentOutcome[],
): Promise<readonly DocumentOutcome[]> {
  const open = outcomes.filter(hasRefused).flatMap(refusedOf).slice(0, mostQuotes)
  if (open.length === 0) return outcomes
  const holders = new Map<RefusedQuote, string>()
  const readable = asked.filter(({ stored }) => stored !== undefined && stored.chunkCount > 0)
  await mapConcurrent(
    readable.slice(0, mostDocuments),
    config.concurrency,
    async ({ id, stored }) => {
      const request = { documentId: id, revision: stored!.revision, signal }
      // What can't be read any more holds nothing; the answer does not fail for a remark.
      const chunks = await vectorStore.chunks(request).catch(() => [])
      signal.throwIfAborted()
      const holds = holderOf(joinSlices(chunks))
      for (const { documentId, quote } of open) {
        if (documentId !== id && !holders.has(quote) && holds(quote)) holders.set(quote, id)
      }
    },
    signal,
  )
  return holders.size === 0 ? outcomes : outcomes.map((outcome) => placed(outcome, holders))
}

function hasRefused(outcome: DocumentOutcome): boolean {
  return (
    "findings" in outcome && outcome.findings.answers.some(({ refusedQuotes }) => refusedQuotes !== undefined)
  )
}

function refusedOf(outcome: DocumentOutcome): readonly { documentId: string; quote: RefusedQuote }[] {
  if (!("findings" in outcome)) return []
  const { documentId, findings } = outcome
  return findings.answers.flatMap((answer) =>
    (answer.refusedQuotes ?? []).map((quote) => ({ documentId, quote })),
  )
}

function placed(outcome: DocumentOutcome, holders: ReadonlyMap<RefusedQuote, string>): DocumentOutcome {
  if (!("findings" in outcome)) return outcome
  const place = (quote: RefusedQuote): RefusedQuote => {
    const documentId = holders.get(quote)
    return documentId === undefined ? quote : { ...quote, documentId }
  }
  const answers = outcome.findings.answers.map(
    (answer): TaskAnswer =>
      answer.refusedQuotes === undefined
        ? answer
        : { ...answer, refusedQuotes: answer.refusedQuotes.map(place) },
  )
  return { ...outcome, findings: { ...outcome.findings, answers } }
}
