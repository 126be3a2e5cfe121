import { z } from "zod"
import type { SpdRagConfig } from "../../../config/options"
import type { Synthesizer } from "../../../contracts"
import type { SpdRagEvent } from "../../../contracts/run-end"
import { spdRag } from "../../../spd-rag"
import { markdownTable } from "../../markdown"
import { type Excerpt, excerptDocument } from "../../reading/excerpts"
import { readingPlan, readingQuestion } from "../../reading/run"
import { type ReadingScore, readingScore } from "../../reading/score"

/** What the tasks of the benchmark of reading ask for, as columns. */
const columns = z.object({
  law: z.string().nullable().describe("state or country whose law governs this contract"),
  date: z.iso.date().nullable().describe("date on which this contract was made or takes effect"),
})

/** Writes nothing: an answer to each task is what is compared, and a written answer would take as long as all of them. */
const nothingWritten: Synthesizer = async () => ({
  text: "Read.",
  citations: [],
  tree: { kind: "merge", round: 1, text: "Read.", tokens: 1, children: [], documentIds: [], evidence: [] },
  warnings: [],
})

/** What is right of the excerpts, read in two ways. */
export interface ReadingTablesScore {
  /** Two tasks that are answered in words. */
  readonly prose: ReadingScore
  /** Two columns of a table. */
  readonly table: ReadingScore
}

/** Reads the same two things from every excerpt with the config's models, in words and as the cells of a table. */
export async function runReadingTables(request: {
  readonly excerpts: readonly Excerpt[]
  readonly config: SpdRagConfig
  readonly onEvent?: ((event: SpdRagEvent) => void) | undefined
  readonly signal?: AbortSignal | undefined
}): Promise<ReadingTablesScore> {
  const { excerpts, config, onEvent, signal } = request
  const rag = spdRag({
    ...config,
    coordinator: { plan: async () => readingPlan },
    synthesizer: nothingWritten,
  })
  await rag.add(excerpts.map(excerptDocument), { signal })
  const table = await rag.table({ columns, question: readingQuestion, onEvent, signal })
  const prose = await rag.ask(readingQuestion, { onEvent, signal })
  return { prose: readingScore(excerpts, prose), table: readingScore(excerpts, table) }
}

/** A row for the words and one for the table, with what is right of each column. */
export function readingTablesReport(scores: ReadingTablesScore): string {
  const of = (count: number, all: number) => `${count} of ${all}`
  const line = (name: string, score: ReadingScore) => {
    const { documents, failed, lawRight, laws, absentRight, absent, dateRight } = score
    const right = lawRight + absentRight + dateRight
    return [
      name,
      of(failed, documents),
      of(lawRight, laws),
      of(absentRight, absent),
      of(dateRight, documents),
      of(right, laws + absent + documents),
      of(score.foundWithQuote, score.found),
      ...[score.calls, score.inputTokens, score.outputTokens].map(String),
    ]
  }
  return markdownTable(
    [
      "",
      "failed",
      "law right",
      "no law, none given",
      "date right",
      "cells right",
      "found with a quote",
      "calls",
      "input tokens",
      "output tokens",
    ],
    [line("prose: two tasks", scores.prose), line("table: two columns", scores.table)],
  )
}
