import type {
  Chunk,
  DocumentOutcome,
  DocumentSearch,
  Findings,
  Passage,
  Plan,
  StoredDocument,
} from "../contracts"
import { DocumentAgentError, NoFindingsError, SpdRagError } from "../errors"
import { findingsOf, unreadOf } from "../run/outcome-warnings"
import { mapConcurrent } from "../runtime/map-concurrent"
import { recursiveSynthesize } from "../synthesis/recursive-synthesize"
import type { BaselineResult, BaselineRun } from "./baseline"

type Read = { readonly document: StoredDocument; readonly passages: readonly Passage[] }

/** The plan of a baseline whose reader is a stage of its own: the config's coordinator, else the question itself. */
export async function planOf({ question, config, signal }: BaselineRun): Promise<Plan> {
  return config.coordinator === undefined
    ? { tasks: [question], synthesisDirective: "" }
    : config.coordinator.plan({ question, signal })
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
  const { question, config, context, signal } = run
  const outcomes = await mapConcurrent(
    read,
    context.concurrency,
    (entry, _, child) => outcomeOf({ ...run, signal: child }, plan, entry),
    signal,
  )
  const findings = findingsOf(outcomes)
  const unread = unreadOf(outcomes)
  if (findings.length === 0) {
    throw new NoFindingsError(`None of ${run.documents.length} documents had a passage that was read.`)
  }
  const synthesis =
    config.synthesizer !== undefined
      ? await config.synthesizer({ question, plan, findings, unread, signal })
      : await recursiveSynthesize({
          ...config.synthesis,
          question,
          directive: plan.synthesisDirective,
          findings,
          unread,
          llm: context.llm("synthesizer"),
          countTokens: context.countTokens,
          concurrency: context.concurrency,
          signal,
        })
  return { plan, synthesis, outcomes }
}

async function outcomeOf(
  run: BaselineRun,
  plan: Plan,
  { document, passages }: Read,
): Promise<DocumentOutcome> {
  const head = { documentId: document.id, title: document.title }
  const agent = run.config.agent as NonNullable<typeof run.config.agent>
  try {
    const search = shownOnly(document, passages)
    const findings: Findings = await agent({
      question: run.question,
      plan,
      document,
      search,
      signal: run.signal,
    })
    const found = findings.answers.some((answer) => answer.found)
    const shown = {
      ...findings,
      searches: [{ query: run.question, passages }],
      stopReason: "finalized",
    } as const
    return { ...head, status: found ? "answered" : "not-found", findings: shown }
  } catch (error) {
    run.signal.throwIfAborted()
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
