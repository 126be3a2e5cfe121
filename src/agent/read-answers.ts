import type { Chunk, DocumentSearch, Plan, Quote, TaskAnswer } from "../contracts"
import { refusedQuotes } from "../evidence/quotes/refused-quotes"
import { sentencesIn } from "../evidence/sentences"
import type { TextSlice } from "../evidence/slices"
import { runStepsYielding, type Steps } from "../runtime/yield"
import { createQuoteFinder, type QuoteFinder } from "./find-quotes"
import type { AgentAnswer } from "./reply/agent-reply"
import { type Sentence, supportOf, withTerms } from "./support"

/**
 * One answer a task, from what the model reported, with every quote looked up: first in what the agent was
 * shown, then in the whole document. A quote that the document does not hold is counted, never kept. An answer whose
 * quotes do not hold what it says gets the sentence of what was shown that does; one that nothing shown supports is
 * kept apart as `unsupported`.
 */
export async function readAnswers(
  reported: readonly AgentAnswer[],
  plan: Plan,
  shown: readonly TextSlice[],
  search: DocumentSearch,
  signal: AbortSignal | undefined,
): Promise<readonly TaskAnswer[]> {
  const found = reported.filter((answer) => answer.found)
  const chunks: readonly Chunk[] = found.length > 0 ? await search.chunks({ signal }) : []
  const finder = createQuoteFinder(shown, chunks)
  let sentences: readonly Sentence[] | undefined
  const sentencesOf = () => {
    sentences ??= shown.flatMap(sentencesIn).map(withTerms)
    return sentences
  }
  const answers: TaskAnswer[] = []
  for (const [index, task] of plan.tasks.entries()) {
    const report = found.find((answer) => answer.task === index + 1)
    answers.push(
      report === undefined
        ? { task: index + 1, found: false, answer: "", quotes: [] }
        : await runStepsYielding(answerSteps(report, task, finder, sentencesOf), signal),
    )
  }
  return answers
}

function* answerSteps(
  { task, answer, quotes: reported }: AgentAnswer,
  words: string,
  finder: QuoteFinder,
  sentencesOf: () => readonly Sentence[],
): Steps<TaskAnswer> {
  const given = [...new Set(reported.map((quote) => quote.trim()).filter((quote) => quote !== ""))]
  const places = given.map(finder.locate)
  const located = places.filter((quote) => quote !== undefined)
  const quotes = located.filter((quote, at) => located.findIndex((other) => same(other, quote)) === at)
  const refused = refusedQuotes(given.filter((_, at) => places[at] === undefined))
  const support = yield* supportOf(
    answer,
    words,
    quotes.map(({ text }) => text),
    sentencesOf,
  )
  if (support === "quotes") return { task, found: true, answer, quotes, ...refused }
  if (support === "nothing")
    return { task, found: false, answer: "", quotes: [], unsupported: answer, ...refused }
  return {
    task,
    found: true,
    answer,
    quotes: [{ ...finder.quoteAt(support), foundByLibrary: true }],
    ...refused,
  }
}

function same(a: Quote, b: Quote): boolean {
  return a.start === b.start && a.end === b.end
}
