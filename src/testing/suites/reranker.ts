import type { Reranker, RerankResponse } from "../../contracts"
import { assertEqual, assertTrue } from "./kit/assert"
import { runSuite } from "./kit/run-suite"
import { marker, sharedCases } from "./kit/shared-cases"
import { frozen, type PlugCall, type PlugCase, type PlugSubject, withPlug } from "./kit/subject"
import type { TestRunner } from "./kit/test-runner"

/** The reranker that a suite is about. */
export type RerankerSubject = PlugSubject<Reranker>

/** `describe` and `it` are those of your test framework. @default its global ones */
export type RerankerSuiteOptions = RerankerSubject & Partial<TestRunner>

/**
 * Holds a plug to the contract of `Reranker`: one test a promise, each on a fresh plug. The provider must find the
 * one text that shares its words with the query.
 *
 * @example
 * import { describe, it } from "vitest"
 * describeReranker("my reranker", { describe, it, create: () => myReranker() })
 */
export function describeReranker(name: string, options: RerankerSuiteOptions): void {
  runSuite(`${name} keeps the contract of Reranker`, options, [...rerankerCases, ...sharedCases(calls)])
}

const query = `When did the drought ruin the harvest? Reference ${marker}.`

const texts: readonly string[] = [
  "The committee raised the interest rate in spring.",
  "Her violin is three hundred years old.",
  `The drought ruined the harvest: when did it? In 1921, by reference ${marker}.`,
  "Trains to the coast leave every hour.",
]

const calls: readonly PlugCall<Reranker>[] = [
  { name: "rerank", start: (reranker, signal) => reranker.rerank({ query, texts, topN: 2, signal }) },
]

const rerankerCases: readonly PlugCase<Reranker>[] = [
  {
    name: "names its model",
    run: (subject) =>
      withPlug(subject, async (reranker) => {
        assertTrue(typeof reranker.modelId === "string" && reranker.modelId !== "", "modelId is a name")
      }),
  },
  ...[1, 2, texts.length, texts.length + 5].map(
    (topN): PlugCase<Reranker> => ({
      name: `ranks at most ${topN} of ${texts.length} texts, best first, by their positions`,
      run: (subject) =>
        withPlug(subject, async (reranker) => {
          const response = await reranker.rerank(frozen({ query, texts: [...texts], topN }))
          assertRanking(response, texts.length, topN)
          assertEqual(response.ranking[0]?.index, 2, "position of the text that answers")
        }),
    }),
  ),
  {
    name: "ranks the same texts the same way in any order of them",
    run: (subject) =>
      withPlug(subject, async (reranker) => {
        const backwards = [...texts].reverse()
        const { ranking } = await reranker.rerank({ query, texts: backwards, topN: 1 })
        assertEqual(backwards[ranking[0]?.index ?? -1], texts[2], "the text that answers")
      }),
  },
  {
    name: "takes equal texts",
    run: (subject) =>
      withPlug(subject, async (reranker) => {
        const same = [texts[2] as string, texts[2] as string]
        assertRanking(await reranker.rerank({ query, texts: same, topN: 2 }), 2, 2)
      }),
  },
  {
    name: "gives an empty ranking for no text",
    run: (subject) =>
      withPlug(subject, async (reranker) => {
        assertEqual((await reranker.rerank({ query, texts: [], topN: 5 })).ranking, [], "ranking")
      }),
  },
]

function assertRanking({ ranking, usage }: RerankResponse, count: number, topN: number): void {
  assertTrue(ranking.length >= 1 && ranking.length <= topN, `${ranking.length} entries for topN ${topN}`)
  const indices = ranking.map((entry) => entry.index)
  const valid = indices.every((index) => Number.isInteger(index) && index >= 0 && index < count)
  assertTrue(valid, `indices are positions of texts: ${indices}`)
  assertEqual(new Set(indices).size, indices.length, "different indices")
  for (const [position, { score }] of ranking.entries()) {
    assertTrue(Number.isFinite(score), `score is a finite number: ${score}`)
    const before = ranking[position - 1]?.score ?? Number.POSITIVE_INFINITY
    assertTrue(score <= before, "best first")
  }
  if (usage === undefined) return
  for (const value of [usage.inputTokens, usage.outputTokens, usage.billedUnits ?? 0]) {
    assertTrue(Number.isFinite(value) && value >= 0, `usage is a number from 0 up: ${value}`)
  }
}
