import { embedTexts } from "../calls/embed-texts"
import type { DocumentOutcome, Plan, StoredDocument } from "../contracts"
import { InvalidOutputError } from "../errors"
import { createTermCoverage, type HeldTerms } from "../retrieval/term-coverage"
import { mapConcurrent } from "../runtime/map-concurrent"
import { runStepsYielding } from "../runtime/yield"
import type { RunContext } from "./run-context"
import type { AskedDocument } from "./select-documents"

/**
 * Marks the documents whose best passage scores below the threshold for every task. One whose passages can't be scored,
 * for example since it was replaced meanwhile, is read.
 *
 * @throws what kept the tasks from being embedded
 */
export async function routeDocuments(
  context: RunContext,
  plan: Plan,
  asked: readonly AskedDocument[],
): Promise<readonly AskedDocument[]> {
  const { routing, config } = context
  if (routing === false) return asked
  const filled = asked.flatMap(({ stored }) =>
    stored !== undefined && stored.chunkCount > 0 ? [stored] : [],
  )
  context.emit({ type: "route-start", documentCount: filled.length })
  const scores =
    config.retrieval.mode === "lexical"
      ? await lexicalScores(context, plan, filled)
      : await denseScores(context, plan, filled)
  const leftOut = new Map<string, number>()
  for (const [index, { id }] of filled.entries()) {
    const score = scores[index]
    if (score !== undefined && score < routing.minScore) leftOut.set(id, score)
  }
  const known = scores.filter((score) => score !== undefined)
  context.emit({
    type: "route-end",
    documentCount: filled.length,
    selected: filled.length - leftOut.size,
    bestScore: known.length === 0 ? undefined : known.reduce((best, score) => Math.max(best, score)),
  })
  return asked.map((document) => ({ ...document, notSelectedScore: leftOut.get(document.id) }))
}

/** What to say when no document was left to read; empty where routing left none out. */
export function leftOutMessage(outcomes: readonly DocumentOutcome[], routing: RunContext["routing"]): string {
  const scores = outcomes.flatMap((outcome) =>
    outcome.status === "skipped" && outcome.reason === "not-selected" ? [outcome.score ?? 0] : [],
  )
  if (scores.length === 0 || routing === false) return ""
  const best = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY)
  return ` Routing left out ${scores.length}: their best passage scores ${best.toFixed(3)}, below routing.minScore ${routing.minScore}.`
}

type Scores = readonly (number | undefined)[]

/** Best cosine of one passage over all tasks. One embedding a task serves all documents. */
async function denseScores(
  context: RunContext,
  { tasks }: Plan,
  documents: readonly StoredDocument[],
): Promise<Scores> {
  const { vectorStore, signal } = context
  const { countTokens, concurrency } = context.config
  const vectors = await embedTexts({
    embedder: context.embedder("search")!,
    texts: tasks,
    purpose: "query",
    countTokens,
    concurrency,
    signal,
  })
  return mapConcurrent(
    documents,
    concurrency,
    (document, _, child) =>
      scored(child, async () => {
        const { id, revision } = document
        let best = Number.NEGATIVE_INFINITY
        for (const vector of vectors) {
          const [hit] = await vectorStore.search({
            documents: [{ id, revision }],
            vector,
            topK: 1,
            signal: child,
          })
          if (hit !== undefined && hit.documentId !== id) {
            throw new InvalidOutputError("The vector store returned a chunk of another document.", {
              reason: "malformed",
            })
          }
          best = Math.max(best, hit?.score ?? best)
        }
        return Number.isFinite(best) ? best : undefined
      }),
    signal,
  )
}

/** Best coverage of a task's words by one passage. */
async function lexicalScores(
  { vectorStore, config, signal }: RunContext,
  { tasks }: Plan,
  documents: readonly StoredDocument[],
): Promise<Scores> {
  const coverage = createTermCoverage(tasks)
  const held = await mapConcurrent(
    documents,
    config.concurrency,
    (document, _, child) =>
      scored(child, async (): Promise<HeldTerms> => {
        const { id, revision } = document
        const chunks = await vectorStore.chunks({ documentId: id, revision, signal: child })
        const passages = chunks.map(({ headings, text }) => [...headings, text].join("\n"))
        return runStepsYielding(coverage.heldSteps(passages), child)
      }),
    signal,
  )
  const scores = coverage.scores(held.filter((passages) => passages !== undefined))
  let next = 0
  return held.map((passages) => (passages === undefined ? undefined : scores[next++]))
}

/** A document that can't be scored is left to its agent, whose outcome says what is wrong. */
async function scored<T>(signal: AbortSignal, score: () => Promise<T>): Promise<T | undefined> {
  try {
    return await score()
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}
