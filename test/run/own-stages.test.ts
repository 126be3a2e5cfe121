import {
  createCoordinator,
  type DocumentAgent,
  type Findings,
  type LLM,
  outcomesOf,
  ProviderError,
  recursiveSynthesize,
  runDocumentAgent,
  type SpdRagConfig,
  type SpdRagEvent,
  type Synthesis,
  spdRag,
} from "spd-rag"
import { fakeClock, fakeLLM } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel, codeWordReply, sevenDocuments, stageOf } from "../support/model"

type Stage = "coordinator" | "agent" | "synthesis"

/** A model whose first call of a stage is told to wait. */
function busyModel(stage: Stage): LLM {
  let isBusy = true
  return fakeLLM((request) => {
    if (stageOf(request) !== stage || !isBusy) return codeWordReply(request)
    isBusy = false
    throw new ProviderError("busy", { provider: "test", status: 429 })
  })
}

/** The shipped stages as plugs, each given its model as it is. */
const asPlugs: { readonly [stage in Stage]: (llm: LLM) => Partial<SpdRagConfig> } = {
  coordinator: (llm) => ({ coordinator: createCoordinator({ llm }) }),
  agent: (llm) => ({ agent: (task) => runDocumentAgent({ ...task, llm }) }),
  synthesis: (llm) => ({ synthesizer: (task) => recursiveSynthesize({ ...task, llm }) }),
}
/** Stages of one's own, which put their model under the run. */
const asOwn: typeof asPlugs = {
  coordinator: (llm) => ({
    coordinator: {
      plan: ({ calls, ...request }) => createCoordinator({ llm: calls?.llm(llm) ?? llm }).plan(request),
    },
  }),
  agent: (llm) => ({
    agent: ({ calls, ...task }) => runDocumentAgent({ ...task, llm: calls?.llm(llm) ?? llm }),
  }),
  synthesis: (llm) => ({
    synthesizer: ({ calls, ...task }) => recursiveSynthesize({ ...task, llm: calls?.llm(llm) ?? llm }),
  }),
}

async function askSeven(config: SpdRagConfig) {
  const events: SpdRagEvent[] = []
  const set = spdRag({ clock: fakeClock(), ...config })
  await set.add(sevenDocuments())
  const ask = (options = {}) =>
    set.ask("What are the code words?", { ...options, onEvent: (event) => events.push(event) })
  return { events, ask }
}

describe.each([
  ["a shipped stage as a plug", asPlugs],
  ["a stage of one's own", asOwn],
])("%s", (_, plugs) => {
  it.each(["coordinator", "agent", "synthesis"] as const)(
    "has its calls retried, counted and told of: %s",
    async (stage) => {
      const { events, ask } = await askSeven({ llm: codeWordModel(), ...plugs[stage](busyModel(stage)) })
      const answer = await ask()
      expect(answer.documents.every(({ status }) => status === "answered")).toBe(true)
      // The one that was told to wait is a call too.
      const calls = { coordinator: 2, agent: 8, synthesis: 2 }[stage]
      expect(answer.usage.byStage[stage]?.calls).toBe(calls)
      expect(answer.usage.byStage[stage]?.inputTokens).toBeGreaterThan(0)
      const retries = events.filter(({ type }) => type === "call-retry")
      expect(retries).toMatchObject([{ stage, attempt: 1, modelId: "fake-llm" }])
    },
  )

  it("counts against the run's limits", async () => {
    const { ask } = await askSeven({ llm: codeWordModel(), ...plugs.coordinator(codeWordModel()) })
    const answer = await ask({ limits: { maxCalls: 6 } })
    expect(answer.usage.calls).toBeLessThanOrEqual(6)
    // Four calls for reading, the plan's among them.
    expect(answer.documents.filter(({ status }) => status === "answered")).toHaveLength(3)
  })

  it("is not counted twice", async () => {
    const { ask } = await askSeven({ llm: codeWordModel() })
    const plain = (await ask()).usage
    const { ask: askPlugs } = await askSeven({
      llm: codeWordModel(),
      ...asPlugs.coordinator(codeWordModel()),
      ...plugs.agent(codeWordModel()),
      ...plugs.synthesis(codeWordModel()),
    })
    expect(await askPlugs()).toMatchObject({ usage: { calls: plain.calls, cost: 0 } })
  })
})

it("a model of a stage's own needs a price where the cost is limited", async () => {
  const set = spdRag({
    llm: codeWordModel({ modelId: "priced" }),
    coordinator: createCoordinator({ llm: codeWordModel({ modelId: "unpriced" }) }),
    prices: { priced: { inputPerMillionTokens: 1, outputPerMillionTokens: 1 } },
    limits: { maxCost: 1 },
  })
  await set.add(sevenDocuments())
  await expect(set.ask("What?")).rejects.toMatchObject({
    name: "InvalidArgumentError",
    argument: 'prices["unpriced"]',
  })
})

it("events of a shipped stage as a plug are events of the run", async () => {
  const llm = codeWordModel({ streamPieces: 3 })
  const { events, ask } = await askSeven({ llm, ...asPlugs.agent(llm), ...asPlugs.synthesis(llm) })
  await ask()
  const types = new Set(events.map(({ type }) => type))
  expect([...types]).toEqual(expect.arrayContaining(["round-start", "round-end", "answer-delta"]))
})

describe("coordinatorOptions", () => {
  it("reach the call of the plan", async () => {
    const llm = codeWordModel()
    const coordinatorOptions = { prompt: "My rules.", maxOutputTokens: 77, temperature: 0.3 }
    await (await askSeven({ llm, coordinatorOptions })).ask()
    const call = llm.calls.find((request) => stageOf(request) === "coordinator")
    expect(call).toMatchObject({ maxOutputTokens: 77, temperature: 0.3 })
    expect(call?.messages[0]?.content).toBe("My rules.")
  })
})

it('temperature "default" is left out of every call', async () => {
  const llm = codeWordModel()
  const temperature = "default"
  await (
    await askSeven({
      llm,
      coordinatorOptions: { temperature },
      agentOptions: { temperature },
      synthesis: { temperature },
    })
  ).ask()
  expect(llm.calls.length).toBeGreaterThan(2)
  expect(llm.calls.filter((request) => "temperature" in request)).toEqual([])
})

const text = "The code word of this document is alpha."
const document = { id: "doc-1", text: `${text}\n\nThe weather was fine.` }
const answer = { task: 1, found: true, answer: "alpha", quotes: [] }
const findings: Findings = {
  documentId: document.id,
  title: document.id,
  relevance: 1,
  report: "Found: alpha",
  answers: [answer],
  searches: [],
  stopReason: "finalized",
}

async function askOne(config: Partial<SpdRagConfig>) {
  const llm = codeWordModel()
  const set = spdRag({ llm, ...config })
  await set.add(document)
  const result = await set.ask("What is the code word?").catch((error: unknown) => error)
  return { llm, result }
}

describe("findings of an agent of one's own", () => {
  const bad: readonly (readonly [string, unknown])[] = [
    ["undefined", undefined],
    ["null", null],
    ["text", "Found: alpha"],
    ["of another document", { ...findings, documentId: "other" }],
    ["no answers", { ...findings, answers: [] }],
    ["an answer too many", { ...findings, answers: [answer, { ...answer, task: 2 }] }],
    ["a task that does not exist", { ...findings, answers: [{ ...answer, task: 7 }] }],
    ["an answer that is no text", { ...findings, answers: [{ ...answer, answer: 5 }] }],
    ["found that is text", { ...findings, answers: [{ ...answer, found: "yes" }] }],
    ["quotes without place", { ...findings, answers: [{ ...answer, quotes: [{ text }] }] }],
    ["relevance 9", { ...findings, relevance: 9 }],
    ["relevance NaN", { ...findings, relevance: Number.NaN }],
    ["a report that is none", { ...findings, report: undefined }],
    ["no searches", { ...findings, searches: null }],
    ["no title", { ...findings, title: undefined }],
  ]
  it.each(bad)("that are %s are no findings", async (_, given) => {
    const agent = (async () => given) as unknown as DocumentAgent
    const { result } = await askOne({ agent })
    const [outcome] = outcomesOf(result)
    expect(outcome).toMatchObject({
      status: "failed",
      error: { name: "DocumentAgentError", cause: { name: "InvalidOutputError", reason: "malformed" } },
    })
  })

  it("reach the merge without a report too", async () => {
    const { llm } = await askOne({ agent: async () => ({ ...findings, report: " " }) })
    const merge = llm.calls.find((request) => stageOf(request) === "synthesis")
    expect(JSON.stringify(merge?.messages)).toContain("alpha")
  })
})

it.each<[string, unknown]>([
  ["undefined", undefined],
  ["without tasks", { tasks: [], synthesisDirective: "" }],
  ["with an empty task", { tasks: ["a", " "], synthesisDirective: "" }],
  ["without a directive", { tasks: ["a"] }],
])("a plan of one's own coordinator that is %s is no plan", async (_, plan) => {
  const { result } = await askOne({ coordinator: { plan: async () => plan as never } })
  expect(result).toMatchObject({ name: "InvalidOutputError", reason: "malformed" })
})

describe("a synthesis of one's own", () => {
  const citation = {
    number: 1,
    documentId: document.id,
    title: document.id,
    quote: text,
    chunkId: "doc-1#0",
    start: 0,
    end: text.length,
  }
  const synthesis: Synthesis = {
    text: "alpha [1]",
    citations: [citation],
    tree: { kind: "findings", documentId: document.id, tokens: 1 },
    warnings: [],
  }
  it.each<[string, unknown]>([
    ["undefined", undefined],
    ["of no text", { ...synthesis, text: " " }],
    ["without citations", { ...synthesis, citations: undefined }],
    ["with a citation of no quote", { ...synthesis, citations: [{ ...citation, quote: undefined }] }],
    ["with a number given twice", { ...synthesis, citations: [citation, citation] }],
    ["citing a document that was not read", { ...synthesis, citations: [{ ...citation, documentId: "x" }] }],
    ["without a tree", { ...synthesis, tree: undefined }],
    ["without warnings", { ...synthesis, warnings: undefined }],
  ])("that is %s is refused, and the outcomes are kept", async (_, given) => {
    const { result } = await askOne({ synthesizer: async () => given as never })
    expect(result).toMatchObject({ name: "InvalidOutputError", reason: "malformed" })
    expect(outcomesOf(result)).toHaveLength(1)
  })

  it("that is whole is the answer", async () => {
    const { result } = await askOne({ synthesizer: async () => synthesis })
    expect(result).toMatchObject({ text: "alpha [1]", citations: [citation] })
  })
})
