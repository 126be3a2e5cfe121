import type { DocumentOutcome, Plan } from "../../contracts"
import type { RunContext } from "../run-context"
import { denseScores } from "./scores/dense"
import { lexicalScores } from "./scores/lexical"
import type { Scores } from "./scores/scored"
import type { AskedDocument } from "./select-documents"

/**
 * Marks the documents whose best passage scores below the threshold for every task. One whose passages can't be scored,
 * for example since it was replaced meanwhile, is read.
 *
 * @throws what kept the tasks from being embedded, or the store from scoring all documents together
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
      ? await lexicalScores(context, plan.tasks, filled)
      : await denseScores(context, plan.tasks, filled)
  const leftOut = new Map<string, number>()
  for (const [index, { id }] of filled.entries()) {
    const score = scores[index]
    if (score !== undefined && score < routing.minScore) leftOut.set(id, score)
  }
  context.emit({
    type: "route-end",
    documentCount: filled.length,
    selected: filled.length - leftOut.size,
    bestScore: bestOf(scores),
  })
  return asked.map((document) => ({ ...document, notSelectedScore: leftOut.get(document.id) }))
}

/** A loop: so many numbers as documents are no arguments of a call. */
function bestOf(scores: Scores): number | undefined {
  let best: number | undefined
  for (const score of scores) if (score !== undefined && (best === undefined || score > best)) best = score
  return best
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
