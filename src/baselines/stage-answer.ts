import type { Chunk, DocumentOutcome, DocumentSearch, Passage, Plan, StoredDocument } from "../contracts"
import { DocumentAgentError, NoFindingsError, SpdRagError } from "../errors"
import { readWithOwnAgent } from "../run/documents/own-agent"
import { makePlan } from "../run/make-plan"
import { synthesize } from "../run/synthesize"
import { findingsOf } from "../run/warnings/outcome-warnings"
import { mapConcurrent } from "../runtime/map-concurrent"
import type { BaselineResult, BaselineRun } from "./baseline"

type Read = { readonly document: StoredDocument; readonly passages: readonly Passage[] }

/** The plan of a baseline whose reader is a stage of its own: the config's coordinator, else the question itself. */
export async function planOf(run: BaselineRun): Promise<Plan> {
  if (run.config.coordinator === undefined && run.plan === undefined)
    return { tasks: [run.question], synthesisDirective: "" }
  return makePlan(run)
}

/**
 * Answers with the config's own agent in place of a model: it reads of each document nothing but the passages that
 * the baseline chose, so that systems with the same reader differ in retrieval alone.
 */
export async function answerWithStages(
  run: BaselineRun,
  plan: Plan,
  read: readonly Read[],
): Promise<Omit<BaselineResult, "unreadReason">> {
  const outcomes = await mapConcurrent(
    read,
    run.config.concurrency,
    (entry, _, child) => outcomeOf(run, plan, entry, child),
    run.signal,
  )
  if (findingsOf(outcomes).length === 0) {
    throw new NoFindingsError(`None of ${run.documents.length} documents had a passage that was read.`)
  }
  return { plan, synthesis: await synthesize(run, plan, outcomes), outcomes }
}

async function outcomeOf(
  run: BaselineRun,
  plan: Plan,
  { document, passages }: Read,
  signal: AbortSignal,
): Promise<DocumentOutcome> {
  const { question, config } = run
  const head = { documentId: document.id, title: document.title }
  try {
    const search = shownOnly(document, passages)
    const task = { question, plan, document, search, ...run.stageRun("agent", signal, document.id) }
    const findings = await readWithOwnAgent(config.agent!, task)
    const found = findings.answers.some((answer) => answer.found)
    const shown = { ...findings, searches: [{ query: question, passages }], stopReason: "finalized" } as const
    return { ...head, status: found ? "answered" : "not-found", findings: shown }
  } catch (error) {
    signal.throwIfAborted()
    const failed = SpdRagError.isInstance(error) ? error : new DocumentAgentError(document.id, error)
    return { ...head, status: "failed", error: failed }
  }
}

/** A search that knows the shown passages only. */
function shownOnly(document: StoredDocument, passages: readonly Passage[]): DocumentSearch {
  const inTextOrder = [...passages].sort((a, b) => a.start - b.start)
  const chunks = inTextOrder.map(
    ({ chunkId, text, start, end, headings, tableHeader }): Chunk => ({
      id: chunkId,
      documentId: document.id,
      index: Number(chunkId.slice(chunkId.lastIndexOf("#") + 1)),
      text,
      start,
      end,
      tokens: Math.ceil(text.length / 4),
      headings,
      tableHeader,
    }),
  )
  return {
    document,
    search: async ({ signal }) => {
      signal?.throwIfAborted()
      return passages
    },
    chunks: async () => chunks,
  }
}
