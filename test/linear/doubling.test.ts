import { createQuoteLocator, locateQuote, splitText } from "spd-rag"
import { describe, expect, it } from "vitest"
import { shownWords } from "../../src/adapters/kit/http/words"
import { readAgentReply } from "../../src/agent/reply/read-reply"
import { circleStart, createCircleWatch } from "../../src/calls/circle"
import { findJson } from "../../src/calls/json/find-json"
import { objectsIn } from "../../src/calls/json/objects-in"
import { withoutThinking } from "../../src/calls/thinking"
import { boundarySteps } from "../../src/evidence/boundary"
import { createCitationRenderer } from "../../src/evidence/citations"
import { unsupportedFigures } from "../../src/evidence/figures/unsupported-figures"
import { answerIn, reportOf } from "../../src/evidence/findings-protocol"
import { keepKnownMarkers, markersIn, neutraliseMarkers } from "../../src/evidence/markers"
import { foldText } from "../../src/evidence/quotes/fold-text"
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
import { runs, slowRuns } from "./runs"

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

const jsonRuns = [
  "{",
  "[",
  "{}",
  "[1,",
  '{"a":',
  '{"a":1},',
  '"a":1,',
  "'a':",
  ",",
  '\\"',
  "{'",
  '[{"task":1},',
  "//",
  "/*",
]
const plan = { tasks: ["What is the fee?"], synthesisDirective: "s" }
function readJson(text: string): void {
  for (const { value } of findJson(text)) {
    objectsIn(value)
    readAgentReply(value, plan)
  }
}

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
  "unsupportedFigures, a source": (text) =>
    runSteps(unsupportedFigures("4 March 2021, 30 \u201ceuros\u201d", [text])),
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
  boundarySteps: (text) => runSteps(boundarySteps([text, "0"])),
  circleStart,
  createCircleWatch: (text) => {
    const isCircle = createCircleWatch()
    for (let at = 0; at < text.length; at += 7) isCircle(text.slice(at, at + 7))
  },
  "findJson and readAgentReply": readJson,
  "findJson, cut": (text) => readJson(`{"answers": [{"task": 1, "answer": "${text}`),
  "shownWords, what a provider says": (text) => shownWords(text, { sent: "", secrets: ["a secret"] }, "m"),
  "shownWords, what was sent": (text) => shownWords("words of a refusal", { sent: text, secrets: [] }, "m"),
  splitAtLines: (text) => splitAtLines(text, 100, (part) => Math.ceil(part.length / 3)),
}

describe("time is linear in every text", () => {
  it.each(Object.entries(readers))("%s", (name, read) => {
    // Vocabularies and tables are made once.
    read("warm up 1.")
    expect(slowRuns(name.includes("Json") ? [...runs, ...jsonRuns] : runs, read)).toEqual([])
  })

  it("the count tells a square from a line, also among others", () => {
    const square = (text: string) => [...text].filter((_, at) => text.indexOf("y", at) >= 0)
    const line = (text: string) => [...text].filter((_, at) => text.indexOf("x", at) >= 0)
    expect(slowRuns(["x", "xx"], (text) => line(text.replaceAll("y", "x")))).toEqual([])
    const one = (text: string) => (text.startsWith("x[x") ? square(text) : line(`${text}x`))
    expect(slowRuns(runs.slice(22, 28), one)).toHaveLength(1)
  })
})
