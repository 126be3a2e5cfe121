import { type LLMRequest, recursiveSynthesize } from "spd-rag"
import { fakeEmbedder, fakeLLM } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { findingsOf } from "../support/findings"
import { promptOf } from "../support/model"

const COUNT = 910

/** What a weak writer makes of findings: nothing of use, the first row, or the markers alone. */
const WRITERS: { readonly [name: string]: (request: LLMRequest) => string } = {
  "cites nothing": () => "The contracts differ.",
  "keeps the first row": (request) => `Contract [E${/\[E(\d+)\]/.exec(request.messages[1]!.content)?.[1]}].`,
  "keeps every marker": (request) => [...new Set(request.messages[1]!.content.match(/\[E\d+\]/g))].join(" "),
}

const findings = Array.from({ length: COUNT }, (_, index) =>
  findingsOf(index, `within ${index} days`, { quote: `The buyer pays within ${index} days.` }),
)

describe("910 documents with short findings", () => {
  for (const [writer, reply] of Object.entries(WRITERS)) {
    for (const maxBatchTokens of [16_000, 4_000]) {
      for (const mendAnswer of [true, false]) {
        it(`a writer that ${writer}, ${maxBatchTokens} tokens a call, mended: ${mendAnswer}: every document is cited or named`, async () => {
          const llm = fakeLLM({ reply, countTokens: false })
          const synthesis = await recursiveSynthesize({
            question: "When do buyers pay?",
            plan: { tasks: ["State the payment term."], synthesisDirective: "One row a contract." },
            findings,
            llm,
            embedder: fakeEmbedder({ dimensions: 8 }),
            maxBatchTokens,
            mendAnswer,
          })
          const cited = new Set(synthesis.citations.map(({ documentId }) => documentId))
          const named = new Set(synthesis.warnings.flatMap(({ documentIds = [] }) => documentIds))
          for (const { documentId } of findings) {
            expect(cited.has(documentId) || named.has(documentId), documentId).toBe(true)
          }
          // With lines by code nothing is left out at all.
          if (mendAnswer) expect(cited.size).toBe(COUNT)
          for (const request of llm.calls) expect(promptOf(request)).toContain("1. State the payment term.")
        })
      }
    }
  }
})

describe("a small window", () => {
  it.each([4_096, 8_192])(
    "of %s tokens merges with the defaults, a long plan and many unread documents",
    async (contextWindow) => {
      const llm = fakeLLM({ reply: WRITERS["keeps every marker"]!, contextWindow, countTokens: false })
      const synthesis = await recursiveSynthesize({
        question: "When do buyers pay?",
        plan: {
          tasks: Array.from(
            { length: 24 },
            (_, index) => `State item ${index}: ${"its amount, unit and date, ".repeat(6)}`,
          ),
          synthesisDirective: "One row a contract, sorted by term. ".repeat(40),
        },
        findings: findings.slice(0, 120),
        unread: findings.slice(120, 320).map(({ documentId, title }) => {
          return { documentId, title, status: "failed" as const, reason: "ProviderError" }
        }),
        llm,
      })
      expect(new Set(synthesis.citations.map(({ documentId }) => documentId)).size).toBe(120)
      expect(synthesis.warnings.map(({ code }) => code)).toContain("plan-shortened")
      for (const { messages, maxOutputTokens = 0 } of llm.calls) {
        const characters = messages.reduce((sum, { content }) => sum + content.length, 0)
        // No less than two characters a token here.
        expect(characters / 4 + maxOutputTokens).toBeLessThanOrEqual(contextWindow)
        expect(maxOutputTokens).toBeGreaterThan(contextWindow / 16)
      }
    },
  )
})
