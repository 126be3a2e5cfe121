import type { SpdRagConfig } from "../../config/options"
import type { Plan } from "../../contracts"
import type { SpdRagEvent } from "../../contracts/run-end"
import { spdRag } from "../../spd-rag"
import { markdownTable } from "../markdown"
import { type Excerpt, excerptDocument } from "./excerpts"
import { type ReadingScore, readingScore } from "./score"

/** The same two tasks for every model, so that reading alone is measured. */
export const readingPlan: Plan = {
  tasks: [
    "Name the state or country whose law governs this contract.",
    "State the date on which this contract was made or takes effect.",
  ],
  synthesisDirective: "One line a contract: its name, the governing law and the date.",
}
export const readingQuestion = "Under which law does each contract stand, and of which date is it?"

/** Asks one question of all excerpts with the config's models, and scores what came. */
export async function runReading(request: {
  readonly excerpts: readonly Excerpt[]
  readonly config: SpdRagConfig
  readonly onEvent?: ((event: SpdRagEvent) => void) | undefined
  readonly signal?: AbortSignal | undefined
}): Promise<ReadingScore> {
  const { excerpts, config, onEvent, signal } = request
  const rag = spdRag({ ...config, coordinator: { plan: async () => readingPlan } })
  await rag.add(excerpts.map(excerptDocument), { signal })
  return readingScore(excerpts, await rag.ask(readingQuestion, { onEvent, signal }))
}

/** One row of figures. */
export function readingTable(name: string, score: ReadingScore): string {
  const of = (count: number, all: number) => `${count} of ${all}`
  return markdownTable(
    [
      "",
      "failed",
      "law right",
      "absent right",
      "date right",
      "found with a quote",
      "calls",
      "input tokens",
      "output tokens",
      "cited",
    ],
    [
      [
        name,
        of(score.failed, score.documents),
        of(score.lawRight, score.laws),
        of(score.absentRight, score.absent),
        of(score.dateRight, score.documents),
        of(score.foundWithQuote, score.found),
        String(score.calls),
        String(score.inputTokens),
        String(score.outputTokens),
        of(score.cited, score.documents),
      ],
    ],
  )
}
