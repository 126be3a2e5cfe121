import type { StoredDocument } from "../../../contracts"
import { createTermCoverage, type HeldTerms } from "../../../retrieval/term-coverage"
import { mapConcurrent } from "../../../runtime/map-concurrent"
import { runStepsYielding } from "../../../runtime/yield"
import type { RunContext } from "../../run-context"
import { type Scores, scored } from "./scored"

/** Best coverage of a task's words by one passage. */
export async function lexicalScores(
  { vectorStore, config, signal }: RunContext,
  tasks: readonly string[],
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
