// First, since only what is compiled behind it is counted.

import { createQuoteLocator, locateQuote, splitText } from "spd-rag"
import { describe, expect, it } from "vitest"
import { withoutThinking } from "../../src/calls/thinking"
import { createCitationRenderer } from "../../src/evidence/citations"
import { unsupportedFigures } from "../../src/evidence/figures/unsupported-figures"
import { answerIn, reportOf } from "../../src/evidence/findings-protocol"
import { foldText } from "../../src/evidence/fold-text"
import { keepKnownMarkers, markersIn, neutraliseMarkers } from "../../src/evidence/markers"
import { sentencesOf } from "../../src/evidence/sentences"
import { offlineCoordinator } from "../../src/offline/coordinator"
import { createMatcher } from "../../src/offline/matches"
import { questionTerms } from "../../src/offline/question-terms"
import { createLexicalIndex } from "../../src/retrieval/lexical"
import { createTermCoverage } from "../../src/retrieval/term-coverage"
import { runSteps } from "../../src/runtime/yield"
import { splitAtLines } from "../../src/synthesis/cut/text"
import { findingText } from "../../src/synthesis/finding-text"
import { countTokens } from "../../src/tokens/count-tokens"
import { countSteps } from "../support/count-steps"

/** Runs of these are what made functions slow, here or elsewhere: each ends in something that fits no pattern. */
const runs: readonly string[] = [
  "\n",
  " ",
  "\u2028",
  "\ufeff",
  "\t",
  "\r\n",
  " \n\t",
  ".",
  "..",
  "a",
  "a ",
  "A. ",
  "-",
  "- ",
  "a-\n",
  "|",
  "| a |\n",
  "> ",
  "# ",
  "```\n",
  "*",
  "_",
  "[",
  "[E",
  "[E1",
  "[E1, ",
  "[1",
  "]",
  "[[E9]",
  "](",
  "(",
  '"',
  "'",
  "\u201c",
  "\\",
  "\\n",
  "&",
  "&amp;",
  "<",
  "<b>",
  "\n<think>",
  "\u2026",
  " ... ",
  "1",
  "1,",
  "1 ",
  "1.",
  "1 000 ",
  "5 May ",
  "E",
  "e\u0301",
  "\u0301",
  "\u200b",
  "\u4e2d",
  "\u4e00",
  "\u3002",
  "\u{1f600}",
  "\ud800",
  "\u0627\u064e",
  " and ",
  "P1: ",
  "Page 3\n",
  "\f",
  "~",
  ":",
  "\u3010E1\u3011",
  "a.b ",
  "x\n\n",
]

const chunk = (text: string) => ({
  id: "c",
  documentId: "d",
  index: 0,
  text,
  start: 0,
  end: text.length,
  tokens: 1,
  headings: [],
})
const evidence = [{ number: 1, documentId: "d", title: "t", quote: "q", chunkId: "c", start: 0, end: 1 }]
const register = { all: evidence, telling: new Set([1]), of: () => evidence }
const answerOf = (text: string) => ({ task: 1, found: true, answer: text, quotes: [] })
const findings = (text: string) => ({
  documentId: "d",
  title: text,
  relevance: 1,
  report: `Found: ${text}`,
  answers: [answerOf(text)],
  searches: [],
  stopReason: "finalized" as const,
})

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  splitText: (text) => splitText(text, { chunkTokens: 60, overlapTokens: 15 }),
  countTokens,
  foldText,
  "locateQuote, in a text": (text) =>
    createQuoteLocator(text, { wholeWordsOnly: true })("no such words here ... at all"),
  "locateQuote, a quote": (text) => locateQuote(text, "The fee is 30 euros. Page 3\nA fee."),
  "citations of an answer": (text) => {
    const renderer = createCitationRenderer(evidence)
    return renderer.push(text) + renderer.end()
  },
  "citations of an answer in pieces": (text) => {
    const renderer = createCitationRenderer(evidence)
    for (let at = 0; at < text.length; at += 3) renderer.push(text.slice(at, at + 3))
    return renderer.end()
  },
  keepKnownMarkers: (text) => keepKnownMarkers(text, new Set([1])),
  markersIn,
  neutraliseMarkers,
  withoutThinking,
  "unsupportedFigures, an answer": (text) => runSteps(unsupportedFigures(text, ["nothing"])),
  "unsupportedFigures, a source": (text) => runSteps(unsupportedFigures("30 \u201ceuros\u201d", [text])),
  sentencesOf: (text) => sentencesOf([chunk(text)]),
  createLexicalIndex: (text) => createLexicalIndex([text, "b"]).search(text, 3),
  createTermCoverage: (text) => {
    const coverage = createTermCoverage([text])
    return coverage.scores([runSteps(coverage.heldSteps([text]))])
  },
  questionTerms,
  createMatcher: (text) => {
    const sentences = sentencesOf([chunk(text)])
    return createMatcher(
      sentences,
      createLexicalIndex(sentences.map((sentence) => sentence.text)),
    )("What is the fee of 1 a?")
  },
  offlineCoordinator: (text) =>
    offlineCoordinator()
      .plan({ question: `a${text}` })
      .catch(() => {}),
  "reportOf and answerIn": (text) => answerIn(`1. ${reportOf([answerOf(text)])}`),
  findingText: (text) => findingText(findings(text), 0, register),
  splitAtLines: (text) => splitAtLines(text, 100, (part) => Math.ceil(part.length / 3)),
}

describe("time is linear in every text", () => {
  it.each(Object.entries(readers))("%s", (_, read) => {
    // Vocabularies and tables are made once.
    read("warm up 1.")
    const slow: string[] = []
    for (const run of runs) {
      const stepsOf = (units: number) => {
        const text = `x${run.repeat(Math.ceil(units / run.length))}x`
        return countSteps(() => read(text))
      }
      const [once, twice] = [stepsOf(4_000), stepsOf(8_000)]
      // Twice for twice the text, with room for what grows in jumps; a square would be four times.
      if (twice > 2.6 * once + 20_000) slow.push(`${JSON.stringify(run)}: ${once}, then ${twice} steps`)
    }
    expect(slow).toEqual([])
  })

  it("the count tells a square from a line", () => {
    const square = (text: string) => [...text].filter((_, at) => text.indexOf("y", at) >= 0)
    expect(countSteps(() => square("x".repeat(8_000)))).toBeGreaterThan(
      3.5 * countSteps(() => square("x".repeat(4_000))),
    )
  })
})
