import { describe, expect, it } from "vitest"
import { simulate } from "../../src/evaluation"

const strong = { callMs: 1_000, inputTokenMs: 0.05, outputTokenMs: 10 }
const cheap = { callMs: 500, inputTokenMs: 0.02, outputTokenMs: 5 }

describe("simulate", () => {
  it("bounds the method by coordinator, slowest agent and merge rounds, however many documents there are", async () => {
    const run = async (documents: number) =>
      (await simulate({ documents, documentTokens: 9_000, strong, cheap, concurrency: documents })).find(
        ({ system }) => system === "spd-rag",
      )
    const [few, many] = [await run(4), await run(40)]
    expect(many?.readingMs).toBe(many?.slowestAgentMs)
    // Tokens differ a little: numbers of entities have one or two digits.
    expect(many?.readingMs).toBeCloseTo(few?.readingMs ?? 0, -2)
    expect(many?.planMs).toBe(few?.planMs)
    const { planMs = 0, slowestAgentMs = 0, synthesisMs = 0, durationMs } = many ?? {}
    expect(planMs + slowestAgentMs + synthesisMs).toBeCloseTo(durationMs ?? 0, 3)
    expect(many?.calls).toBe(1 + 40 * 3 + 1)
  })

  it("takes agents in turns where concurrency is short", async () => {
    const rows = await simulate({ documents: 8, documentTokens: 12_000, strong, cheap, concurrency: 2 })
    const row = rows.find(({ system }) => system === "spd-rag")
    expect(row?.readingMs).toBeCloseTo(4 * (row?.slowestAgentMs ?? 0), 6)
  })

  it("gives one call's time to normal RAG and a call a search to agentic RAG", async () => {
    const rows = await simulate({ documents: 3, documentTokens: 12_000, strong, cheap, agenticSearches: 4 })
    const of = (name: string) => rows.find(({ system }) => system === name)
    const normal = of("normal-rag")
    expect(normal?.calls).toBe(1)
    expect(normal?.durationMs).toBe(Math.round(1_000 + 0.05 * (normal?.inputTokens ?? 0) + 10 * 800))
    expect(of("agentic-rag")?.calls).toBe(5)
    expect(of("full-context")?.inputTokens).toBeGreaterThan(3 * 12_000)
  })

  it("refuses no documents", async () => {
    await expect(simulate({ documents: 0, documentTokens: 1, strong, cheap })).rejects.toThrow(/`documents`/)
  })
})
