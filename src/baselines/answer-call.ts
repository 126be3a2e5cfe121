import { withTemperature } from "../calls/temperature"
import type {
  Citation,
  DocumentOutcome,
  Findings,
  LLM,
  Message,
  Plan,
  Synthesis,
  Warning,
} from "../contracts"
import { InvalidArgumentError, InvalidOutputError } from "../errors"
import { createCitationRenderer } from "../evidence/citations"
import { reportOf } from "../evidence/findings-protocol"
import type { BaselineResult, BaselineRun } from "./baseline"
import { citationsOf, type PassageRegister } from "./passage-register"

/**
 * One call that answers from the passages shown so far.
 *
 * @throws InvalidArgumentError that says by how much the prompt exceeds the model's window; InvalidOutputError
 * (blocked, empty)
 */
export async function answerFromPassages(
  run: BaselineRun,
  messages: readonly Message[],
  register: PassageRegister,
  searches: Findings["searches"],
  stopReason: Findings["stopReason"],
): Promise<Omit<BaselineResult, "unreadReason">> {
  const { question, signal } = run
  const { synthesis, countTokens } = run.config
  const llm = run.llm("synthesizer")
  const { maxOutputTokens, temperature } = synthesis
  checkWindow(promptTokens(messages, countTokens), maxOutputTokens, llm)
  const response = await llm.generate({ messages, ...withTemperature(temperature), maxOutputTokens, signal })
  if (response.finishReason === "blocked" || response.text.trim() === "") {
    const reason = response.finishReason === "blocked" ? "blocked" : "empty"
    throw new InvalidOutputError(`${llm.modelId} gave no answer.`, { reason, text: response.text })
  }
  const renderer = createCitationRenderer(register.evidence)
  const text = (renderer.push(response.text) + renderer.end()).trim()
  const plan: Plan = { tasks: [question], synthesisDirective: "" }
  const read = [...register.documents.values()]
  return {
    plan,
    synthesis: synthesisOf(text, renderer, read, countTokens, response.finishReason === "length"),
    outcomes: read.map(({ document, passages }): DocumentOutcome => {
      const cited = citationsOf(document.id, renderer.citations)
      const own = searches.length > 0 ? searches : [{ query: question, passages }]
      const answers = [
        {
          task: 1,
          found: cited.length > 0,
          answer: linesWith(text, cited),
          quotes: cited.map(({ quote, chunkId, start, end }) => ({ text: quote, chunkId, start, end })),
        },
      ]
      const findings: Findings = {
        documentId: document.id,
        title: document.title,
        relevance: cited.length > 0 ? 1 : 0,
        report: reportOf(answers),
        answers,
        searches: own.map(({ query, passages: all }) => ({
          query,
          passages: all.filter(({ chunkId }) => passages.some((passage) => passage.chunkId === chunkId)),
        })),
        stopReason,
      }
      const head = { documentId: document.id, title: document.title }
      return { ...head, status: cited.length > 0 ? "answered" : "not-found", findings }
    }),
  }
}

/** @throws InvalidArgumentError that says by how many tokens the documents exceed the model's window */
function checkWindow(inputTokens: number, maxOutputTokens: number, llm: LLM): void {
  const room = llm.contextWindow - maxOutputTokens
  if (inputTokens <= room) return
  const expected = `at most ${room} tokens of prompt for ${llm.modelId}, whose window is ${llm.contextWindow} with ${maxOutputTokens} reserved for the answer: it is ${inputTokens - room} tokens too long`
  throw new InvalidArgumentError("documents", inputTokens, expected)
}

export function promptTokens(messages: readonly Message[], countTokens: (text: string) => number): number {
  return messages.reduce((sum, { content }) => sum + countTokens(content), 0)
}

function synthesisOf(
  text: string,
  { citations, unknown }: { readonly citations: readonly Citation[]; readonly unknown: readonly number[] },
  read: readonly {
    readonly document: { readonly id: string }
    readonly passages: readonly { text: string }[]
  }[],
  countTokens: (text: string) => number,
  isCut: boolean,
): Synthesis {
  const warnings: Warning[] = []
  if (unknown.length > 0) {
    const message = `The answer named evidence that it was not shown: ${unknown.map((n) => `E${n}`).join(", ")}.`
    warnings.push({ code: "marker-unknown", message })
  }
  if (isCut)
    warnings.push({ code: "answer-truncated", message: "The answer was cut off at its output limit." })
  return {
    text,
    citations,
    warnings,
    tree: {
      kind: "merge",
      round: 1,
      text,
      tokens: countTokens(text),
      children: read.map(({ document, passages }) => ({
        kind: "findings",
        documentId: document.id,
        tokens: passages.reduce((sum, passage) => sum + countTokens(passage.text), 0),
      })),
      documentIds: read.map(({ document }) => document.id),
      evidence: citations.map(({ number }) => number),
    },
  }
}

/** The lines of the answer that cite a document, without their markers. */
function linesWith(text: string, cited: readonly Citation[]): string {
  const markers = cited.map(({ number }) => `[${number}]`)
  const lines = text.split("\n").filter((line) => markers.some((marker) => line.includes(marker)))
  return lines.map((line) => line.replace(/ ?\[\d+\]/g, "").trim()).join("\n")
}
