import type { LLMRequest } from "spd-rag"
import { type FakeLLM, type FakeLLMOptions, fakeLLM } from "spd-rag/testing"

/** Which stage a request comes from, by its schema. */
export function stageOf(request: LLMRequest): "coordinator" | "agent" | "synthesis" {
  if (request.jsonSchema === undefined) return "synthesis"
  return JSON.stringify(request.jsonSchema).includes("synthesisDirective") ? "coordinator" : "agent"
}

export function promptOf(request: LLMRequest): string {
  return request.messages.map(({ content }) => content).join("\n")
}

/** The code word that `document` hides in each text. */
const CODE = /The code word of this document is (\w+)\./

/**
 * A model that plans one task, searches once, reports the code word that it was shown with its sentence as quote,
 * and writes one cited line a document.
 */
export function codeWordModel(options: Omit<FakeLLMOptions, "reply"> = {}): FakeLLM {
  return fakeLLM({ ...options, reply: codeWordReply })
}

export function codeWordReply(request: LLMRequest): { json: unknown } | string {
  const stage = stageOf(request)
  if (stage === "coordinator") {
    return {
      json: { reasoning: "r", tasks: ["State the code word."], synthesisDirective: "One line a document." },
    }
  }
  const prompt = promptOf(request)
  if (stage === "agent") {
    const hit = CODE.exec(
      request.messages
        .slice(1)
        .map(({ content }) => content)
        .join("\n"),
    )
    const last = request.messages.at(-1)!.content
    if (hit === null && last.includes("None is shown yet")) {
      return {
        json: {
          reasoning: "r",
          action: "search",
          queries: ["code word document"],
          relevance: 0,
          answers: [],
        },
      }
    }
    const answer =
      hit === null
        ? { task: 1, status: "not-found", answer: "", quotes: [] }
        : { task: 1, status: "found", answer: hit[1], quotes: [hit[0]] }
    return { json: { reasoning: "r", action: "finalize", queries: [], relevance: 0.9, answers: [answer] } }
  }
  const lines = [...prompt.matchAll(/Found: (\w+) (\[E\d+\])/g)].map(
    ([, word, marker]) => `${word} ${marker}`,
  )
  return lines.join("\n") || "Nothing was found."
}

export function documentText(word: string, filler = 40): string {
  const padding = Array.from({ length: filler }, (_, index) => `Sentence ${index} says nothing of use.`).join(
    " ",
  )
  return `${padding}\n\nThe code word of this document is ${word}.\n\n${padding}`
}

export const WORDS = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf"]

export function sevenDocuments(): { id: string; text: string }[] {
  return WORDS.map((word, index) => ({ id: `doc-${index + 1}`, text: documentText(word) }))
}
