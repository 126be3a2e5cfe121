import { ProviderError, spdRag } from "spd-rag"
import { fakeEmbedder, stageOf } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel, sevenDocuments } from "../support/model"

async function askSeven(text: string, cite: number) {
  const set = spdRag({
    llm: codeWordModel(),
    synthesizer: async ({ findings }) => ({
      text,
      citations: findings.slice(0, cite).map(({ documentId, title, answers }, index) => {
        const { text: quote, ...place } = answers[0]!.quotes[0]!
        return { number: index + 1, documentId, title, quote, ...place }
      }),
      tree: { kind: "findings", documentId: "doc-1", tokens: 1 },
      warnings: [],
    }),
  })
  await set.add(sevenDocuments())
  return (await set.ask("What are the code words?")).warnings
}

describe("what an answer leaves out, or makes up, is said", () => {
  it("documents that answered and that one's own synthesizer does not cite", async () => {
    const [warning, ...others] = await askSeven("One [1], another [2].", 2)
    expect(warning).toMatchObject({ code: "answer-uncited" })
    expect(warning?.documentIds).toHaveLength(5)
    expect(others).toEqual([])
    expect(await askSeven("All of 7.", 7)).toEqual([])
  })

  it("figures that nothing read holds", async () => {
    const [warning] = await askSeven("It was 999 [1].", 7)
    expect(warning).toMatchObject({ code: "answer-unsupported" })
    expect(warning?.message).toContain("999")
  })

  it("a limit that was overrun, since a provider used more than it was asked to", async () => {
    const llm = codeWordModel()
    const greedy = {
      modelId: "greedy",
      contextWindow: llm.contextWindow,
      generate: async (request: Parameters<typeof llm.generate>[0]) => ({
        ...(await llm.generate(request)),
        ...(stageOf(request) === "synthesis" && { usage: { inputTokens: 1e6, outputTokens: 1 } }),
      }),
    }
    const set = spdRag({ llm: greedy, limits: { maxTokens: 900_000 } })
    await set.add(sevenDocuments())
    const { warnings } = await set.ask("What are the code words?")
    expect(warnings.find(({ code }) => code === "limit-overrun")?.message).toContain("maxTokens")
  })

  const failing = (only: string) =>
    fakeEmbedder({
      onCall: ({ texts, purpose }) => {
        if (purpose === "document" && texts.some((text) => text.includes(only))) {
          throw new ProviderError("no such key", { provider: "test", status: 401 })
        }
      },
    })

  it("documents that could not be added, until they are", async () => {
    const llm = codeWordModel()
    const set = spdRag({ llm, embedder: failing("alpha") })
    const [first] = sevenDocuments()
    const bad = { id: "bad", text: "alpha alpha" }
    const report = await set.add([{ id: "good", text: first!.text.replaceAll("alpha", "golf") }, bad])
    expect(report.failed).toHaveLength(1)
    const codes = async (documents?: readonly string[]) =>
      (await set.ask("What?", { documents })).warnings.filter(({ code }) => code === "documents-not-added")
    expect(await codes()).toMatchObject([{ documentIds: ["bad"] }])
    expect(await codes(["good"])).toEqual([])
    await set.remove("bad")
    expect(await codes()).toEqual([])
  })

  it("why a set is empty into which nothing came", async () => {
    const set = spdRag({ llm: codeWordModel(), embedder: failing("") })
    await set.add(sevenDocuments())
    await expect(set.ask("What?")).rejects.toThrow("no such key")
  })
})
