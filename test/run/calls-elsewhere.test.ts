import { type DocumentAgent, type Findings, spdRag } from "spd-rag"
import { describe, expect, it } from "vitest"
import { codeWordModel, sevenDocuments } from "../support/model"

const usage = { inputTokens: 100, outputTokens: 10 }

function found(documentId: string, tasks: readonly string[]): Findings {
  const answers = tasks.map((_, at) => ({ task: at + 1, found: true, answer: documentId, quotes: [] }))
  return {
    documentId,
    title: documentId,
    relevance: 1,
    report: "",
    answers,
    searches: [],
    stopReason: "finalized",
  }
}

async function asked(agent: DocumentAgent, limits = {}) {
  const model = codeWordModel()
  const rag = spdRag({
    llm: model,
    agent,
    limits,
    concurrency: 1,
    prices: { far: { inputPerMillionTokens: 1e4 }, "fake-llm": { inputPerMillionTokens: 0 } },
  })
  await rag.add(sevenDocuments())
  return { model, answer: () => rag.ask("Which words?") }
}

describe("calls that an agent has made elsewhere", () => {
  it("are in the usage of the run, by stage and model, with their cost; hits of a cache apart", async () => {
    const { answer } = await asked(async ({ document, plan, calls }) => {
      calls!.record({ stage: "agent", modelId: "far", usage })
      calls!.record({ stage: "search", modelId: "near", usage })
      calls!.record({ modelId: "far", usage, fromCache: true })
      return found(document.id, plan.tasks)
    })
    const { byStage, byModel, fromCache, lowerBound } = (await answer()).usage
    expect(byStage.agent).toMatchObject({ calls: 7, inputTokens: 700, outputTokens: 70, cost: 7 })
    expect(byStage.search).toMatchObject({ calls: 7, inputTokens: 700 })
    expect(byModel.far).toMatchObject({ calls: 7, cost: 7 })
    expect([fromCache?.calls, fromCache?.inputTokens, lowerBound]).toEqual([7, 700, false])
  })

  it("hold the limits of the run", async () => {
    let read = 0
    const { answer } = await asked(
      async ({ document, plan, calls }) => {
        read += 1
        calls!.record({ stage: "agent", modelId: "far", usage })
        return found(document.id, plan.tasks)
      },
      { maxCalls: 6 },
    )
    const { documents, warnings } = await answer()
    // A plan and three documents are within four fifths of six calls; the fourth is over them.
    expect(read).toBe(4)
    const statuses = documents.map(({ status }) => status)
    expect(statuses).toEqual(["answered", "answered", "answered", "failed", "skipped", "skipped", "skipped"])
    expect(documents[3]).toMatchObject({ error: { name: "LimitExceededError", limit: "maxCalls" } })
    expect(warnings.map(({ code }) => code)).toContain("documents-skipped")
  })
})

it("an agent that is not ready ends the run before anything is paid", async () => {
  const agent: DocumentAgent = Object.assign(async () => Promise.reject(new Error("not reached")), {
    ready: async () => Promise.reject(new Error("The server is down.")),
  })
  const { answer, model } = await asked(agent)
  await expect(answer()).rejects.toThrow("The server is down.")
  expect(model.calls).toHaveLength(0)
})

it("what an agent warns of is in the answer", async () => {
  const { answer } = await asked(async ({ document, plan, warn }) => {
    warn!({ code: "rerank-failed", message: "Reranking failed.", documentIds: [document.id] })
    return found(document.id, plan.tasks)
  })
  const warning = (await answer()).warnings.find(({ code }) => code === "rerank-failed")
  expect(warning).toMatchObject({ message: "Reranking failed. (7 times in all)" })
  expect(warning?.documentIds).toHaveLength(7)
})
