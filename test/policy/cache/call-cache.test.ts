import {
  type CallCache,
  type Coordinator,
  type LLMRequest,
  type Message,
  ProviderError,
  spdRag,
} from "spd-rag"
import { fakeEmbedder, fakeLLM, fakeReranker } from "spd-rag/testing"
import { afterEach, describe, expect, it, vi } from "vitest"
import { codeWordModel, codeWordReply, documentText, sevenDocuments } from "../../support/model"

const QUESTION = "What are the code words?"

/** A set of seven documents, its plugs, and the cache that it shares with others of its kind. */
function cachedSet(cache: CallCache | undefined, more: object = {}) {
  const llm = codeWordModel()
  const embedder = fakeEmbedder()
  const reranker = fakeReranker()
  const rag = spdRag({
    llm,
    embedder,
    reranker,
    ...(cache && { cache }),
    agentOptions: { readWholeTokens: 0 },
    ...more,
  })
  return { rag, llm, embedder, reranker }
}

describe("a cache", () => {
  afterEach(() => void vi.useRealTimers())

  it("that is not given changes nothing, and is not reported", async () => {
    const { rag } = cachedSet(undefined)
    await rag.add(sevenDocuments())
    const answer = await rag.ask(QUESTION)
    expect(answer.usage).not.toHaveProperty("fromCache")
  })

  it("answers every call of a question asked again, also by another process", async () => {
    const cache = new Map<string, string>()
    const first = cachedSet(cache)
    const added = await first.rag.add(sevenDocuments())
    const answer = await first.rag.ask(QUESTION)
    // Agents that search for the same words share one embedding without it.
    expect(answer.usage.fromCache?.calls ?? 0).toBe(0)

    const second = cachedSet(cache)
    const again = await second.rag.add(sevenDocuments())
    const repeated = await second.rag.ask(QUESTION)
    expect(second.llm.calls).toHaveLength(0)
    expect(second.embedder.calls).toHaveLength(0)
    expect(second.reranker.calls).toHaveLength(0)
    expect(again.usage).toMatchObject({ calls: 0, fromCache: { calls: added.usage.calls } })
    expect(repeated.usage).toMatchObject({
      calls: 0,
      inputTokens: 0,
      fromCache: { calls: answer.usage.calls },
    })
    const { usage: _, durationMs: __, ...said } = answer
    expect(repeated).toMatchObject(JSON.parse(JSON.stringify(said)))
  })

  it("says what its calls would have cost", async () => {
    const cache = new Map<string, string>()
    const prices = { "fake-llm": { inputPerMillionTokens: 1_000, outputPerMillionTokens: 2_000 } }
    const ask = async () => {
      const rag = spdRag({ llm: codeWordModel(), cache, prices })
      await rag.add(sevenDocuments())
      return (await rag.ask(QUESTION)).usage
    }
    const paid = await ask()
    const spared = await ask()
    expect(spared.cost).toBe(0)
    expect(spared.fromCache?.cost).toBeCloseTo(paid.cost, 12)
    expect(spared.fromCache?.outputTokens).toBe(paid.outputTokens)
  })

  it("streams a kept answer as one piece", async () => {
    const cache = new Map<string, string>()
    const textsOf = async () => {
      const rag = spdRag({ llm: codeWordModel({ streamPieces: 5 }), cache })
      await rag.add(sevenDocuments())
      const texts: string[] = []
      for await (const event of rag.stream(QUESTION))
        if (event.type === "answer-delta") texts.push(event.text)
      return texts
    }
    const live = await textsOf()
    const kept = await textsOf()
    expect(live.length).toBeGreaterThan(1)
    expect(kept.join("")).toBe(live.join(""))
  })

  it.each([
    ["another question", { question: "Which words are hidden?" }],
    ["another model", { modelId: "other" }],
    ["other parameters of the adapter", { fingerprint: "chat/2" }],
    ["another temperature", { temperature: 0.7 }],
  ])("is not asked in vain: %s is another key", async (_, change) => {
    const {
      question = QUESTION,
      modelId,
      fingerprint,
      temperature,
    } = change as {
      question?: string
      modelId?: string
      fingerprint?: string
      temperature?: number
    }
    const cache = new Map<string, string>()
    const run = async (changed: boolean) => {
      const llm = { ...codeWordModel(changed && modelId ? { modelId } : {}), ...(changed && { fingerprint }) }
      const coordinatorOptions = changed && temperature !== undefined ? { temperature } : {}
      const rag = spdRag({ llm, cache, coordinatorOptions })
      await rag.add(sevenDocuments())
      return (await rag.ask(changed ? question : QUESTION)).usage
    }
    await run(false)
    expect((await run(true)).byStage.coordinator?.calls).toBe(1)
  })

  it("knows a message by its words, also one that a stage of one's own writes over", async () => {
    const llm = fakeLLM(({ messages }) =>
      messages.map(({ role, content }) => `${role}: ${content}`).join("; "),
    )
    const texts: string[] = []
    const coordinator: Coordinator = {
      async plan({ calls }) {
        const message: { role: "user" | "assistant"; content: string } = { role: "user", content: "one" }
        const ask = async (...messages: readonly Message[]) => {
          const { text } = await calls!.llm(llm).generate({ messages })
          texts.push(text)
        }
        await ask(message)
        message.content = "two"
        await ask(message)
        message.role = "assistant"
        await ask(message)
        await ask({ role: "user", content: "one" }, { role: "user", content: "two" })
        await ask({ role: "user", content: "onetwo" }, { role: "user", content: "" })
        await ask({ role: "user", content: "one" })
        return { tasks: ["State the code word."], synthesisDirective: "" }
      },
    }
    const rag = spdRag({ llm: codeWordModel(), coordinator, cache: new Map() })
    await rag.add(sevenDocuments())
    await rag.ask(QUESTION)
    expect(texts).toEqual([
      "user: one",
      "user: two",
      "assistant: two",
      "user: one; user: two",
      "user: onetwo; user: ",
      "user: one",
    ])
    expect(llm.calls).toHaveLength(5)
  })

  it("keeps no prompt, no document and no key of a provider", async () => {
    const cache = new Map<string, string>()
    const { rag } = cachedSet(cache)
    await rag.add(sevenDocuments())
    await rag.ask(QUESTION)
    const all = [...cache].flat().join("\n")
    expect(all).not.toContain("Sentence 7 says nothing of use")
    for (const key of cache.keys()) expect(key).toMatch(/^spd-rag:[0-9a-f]{64}$/)
  })

  it("shares a call that is under way with all who wait for it", async () => {
    const cache = new Map<string, string>()
    const { rag, llm, embedder, reranker } = cachedSet(cache)
    await rag.add(sevenDocuments())
    const indexing = embedder.calls.length
    const answers = await Promise.all([1, 2, 3].map(() => rag.ask(QUESTION)))
    // Which of the three is first at a call is chance; each call is made by one of them.
    const made = llm.calls.length + reranker.calls.length + embedder.calls.length - indexing
    expect(answers.reduce((sum, { usage }) => sum + usage.calls, 0)).toBe(made)
    expect(new Set(llm.calls.map(({ messages }) => JSON.stringify(messages))).size).toBe(llm.calls.length)
    const asked = reranker.calls.map(({ query, texts }) => JSON.stringify([query, texts]))
    expect(new Set(asked).size).toBe(asked.length)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  it("does not take an abort over to those who wait for the same call", async () => {
    const cache = new Map<string, string>()
    const controller = new AbortController()
    let reached = () => {}
    const arrived = new Promise<void>((resolve) => (reached = resolve))
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const llm = fakeLLM(async (request: LLMRequest) => {
      reached()
      await gate
      return codeWordReply(request)
    })
    const rag = spdRag({ llm, cache })
    await rag.add([{ id: "a", text: documentText("alpha") }])
    const left = rag.ask(QUESTION, { signal: controller.signal }).catch((error: unknown) => error)
    await arrived
    const stays = rag.ask(QUESTION)
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    controller.abort("enough")
    expect(await left).toBe("enough")
    open()
    expect((await stays).text).toContain("alpha")
  })

  it("keeps what finished before a failure, so that it is not paid again", async () => {
    const cache = new Map<string, string>()
    const failing = fakeLLM((request) => {
      const reply = codeWordReply(request)
      if (typeof reply === "string") throw new ProviderError("down", { provider: "fake", status: 400 })
      return reply
    })
    const first = spdRag({ llm: failing, cache })
    await first.add(sevenDocuments())
    await expect(first.ask(QUESTION)).rejects.toThrow("down")
    const llm = codeWordModel()
    const second = spdRag({ llm, cache })
    await second.add(sevenDocuments())
    await second.ask(QUESTION)
    expect(llm.calls).toHaveLength(1)
  })

  it("does not keep a reply that a limit of the run has cut, nor a refusal", async () => {
    const cache = new Map<string, string>()
    const llm = fakeLLM(() => ({ text: "cut", finishReason: "length" }))
    await spdRag({ llm, cache, limits: { maxTokens: 1e6 } })
      .ask(QUESTION)
      .catch(() => {})
    const blocked = fakeLLM(() => ({ text: "", finishReason: "blocked" }))
    const rag = spdRag({ llm: blocked, cache })
    await rag.add(sevenDocuments())
    await rag.ask(QUESTION).catch(() => {})
    expect(blocked.calls.length).toBeGreaterThan(0)
    expect(cache.size).toBe(0)
  })

  const broken: { readonly [name: string]: CallCache } = {
    "throws at once": {
      get: () => {
        throw new Error("disk on fire")
      },
      set: () => {
        throw new Error("disk on fire")
      },
    },
    rejects: {
      get: () => Promise.reject(new Error("disk on fire")),
      set: () => Promise.reject(new Error("disk on fire")),
    },
    "is full": { get: () => undefined, set: () => Promise.reject(new Error("disk on fire")) },
  }
  it.each(Object.entries(broken))("that %s is a miss and one warning", async (_, cache) => {
    const { rag, llm } = cachedSet(cache)
    const added = await rag.add(sevenDocuments())
    const answer = await rag.ask(QUESTION)
    expect(added.usage.fromCache?.failure).toBe("disk on fire")
    const warnings = answer.warnings.filter(({ code }) => code === "cache-failed")
    expect(warnings).toHaveLength(1)
    expect(warnings[0]?.message).toContain("disk on fire")
    expect(answer.documents.every(({ status }) => status === "answered")).toBe(true)
    expect(llm.calls.length).toBeGreaterThan(7)
  })

  it.each(["", "null", "{", "[]", '{"key":"other","result":{}}', '{"text":"forged"}', 7, true, [1]])(
    "that gives back %j is a miss and one warning",
    async (garbage) => {
      const { rag } = cachedSet({ get: () => garbage, set: () => {} })
      await rag.add(sevenDocuments())
      const answer = await rag.ask(QUESTION)
      expect(answer.warnings.filter(({ code }) => code === "cache-failed")).toHaveLength(1)
      expect(answer.documents.every(({ status }) => status === "answered")).toBe(true)
    },
  )

  it("with results of another shape under its keys is a miss", async () => {
    const kept = new Map<string, string>()
    const { rag } = cachedSet(kept)
    await rag.add(sevenDocuments())
    const whole = await rag.ask(QUESTION)
    for (const result of [null, {}, "text", { text: 3 }, { ranking: [{ index: 99, score: 1 }] }]) {
      for (const key of kept.keys()) kept.set(key, JSON.stringify({ key, result }))
      const answer = await cachedAgain(kept)
      expect(answer.text).toBe(whole.text)
      expect(answer.usage.calls).toBe(whole.usage.calls)
    }
  })

  it("that is slow is asked no more by the run, with one warning", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    let asked = 0
    const cache = {
      get: () => {
        asked++
        return new Promise<never>(() => {})
      },
      set: () => {},
    }
    const rag = spdRag({ llm: codeWordModel(), cache, concurrency: 1 })
    await rag.add(sevenDocuments())
    const answering = rag.ask(QUESTION)
    while (asked === 0) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(5_000)
    const answer = await answering
    expect(asked).toBe(1)
    expect(answer.warnings.filter(({ code }) => code === "cache-failed")).toHaveLength(1)
  })

  it("takes an entry as text or as the value that it is as JSON", async () => {
    const texts = new Map<string, string>()
    const { rag } = cachedSet(texts)
    await rag.add(sevenDocuments())
    await rag.ask(QUESTION)
    const parsing: CallCache = {
      get: (key) => JSON.parse(texts.get(key) ?? "null"),
      set: (key, value) => texts.set(key, value),
    }
    expect((await cachedAgain(parsing)).usage.calls).toBe(0)
  })
})

async function cachedAgain(cache: CallCache) {
  const { rag } = cachedSet(cache)
  await rag.add(sevenDocuments())
  return rag.ask(QUESTION)
}
