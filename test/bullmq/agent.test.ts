import { once } from "node:events"
import { createConnection } from "node:net"
import { Queue } from "bullmq"
import { Redis } from "ioredis"
import {
  coverageOf,
  outcomesOf,
  ProviderError,
  type SpdRagConfig,
  type SpdRagEvent,
  spdRag,
  type VectorStore,
} from "spd-rag"
import { AgentWorkerError, type AgentWorkerOptions, bullmqAgent, startAgentWorker } from "spd-rag/bullmq"
import { memoryVectorStore } from "spd-rag/memory"
import { fakeLLM, hang, promptOf, stageOf } from "spd-rag/testing"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { codeWordModel, codeWordReply, sevenDocuments, WORDS } from "../support/model"
import { freePort, noRedis, type RedisServer, startRedis } from "./redis-server"

if (noRedis !== undefined) console.log(noRedis)

describe.skipIf(noRedis !== undefined)("documents read by workers", () => {
  let redis: RedisServer
  let connection: { host: string; port: number }
  let queues = 0
  const closing: (() => Promise<void>)[] = []
  beforeAll(async () => {
    redis = await startRedis()
    connection = { host: "127.0.0.1", port: redis.port }
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  afterAll(() => redis.stop())

  const newQueue = () => `queue-${++queues}`
  async function worker(queue: string, rag: SpdRagConfig, options: Partial<AgentWorkerOptions> = {}) {
    const started = await startAgentWorker({ connection, queue, rag: spdRag(rag), ...options })
    closing.push(() => started.close())
    return started
  }
  function asker(queue: string, rag: SpdRagConfig) {
    const agent = bullmqAgent({ connection, queue })
    closing.push(() => agent.close())
    return spdRag({ ...rag, agent })
  }
  async function sharedStore(): Promise<VectorStore> {
    const vectorStore = memoryVectorStore()
    await spdRag({ llm: codeWordModel(), vectorStore }).add(sevenDocuments())
    return vectorStore
  }

  it("are answered as by the agents of one process, with events, usage and quotes", async () => {
    const vectorStore = await sharedStore()
    const config = { vectorStore, agentOptions: { readWholeTokens: 0 } }
    const alone = await spdRag({ ...config, llm: codeWordModel() }).ask("Which code words?")
    const queue = newQueue()
    const [asking, working] = [codeWordModel(), codeWordModel()]
    await worker(queue, { ...config, llm: working })
    const events: SpdRagEvent[] = []
    const answer = await asker(queue, { ...config, llm: asking }).ask("Which code words?", {
      onEvent: (event) => events.push(event),
    })

    const { usage: _, durationMs: __, ...rest } = answer
    expect(rest).toEqual({
      ...rest,
      ...Object.fromEntries(Object.entries(alone).filter(([name]) => name in rest)),
    })
    expect(answer.usage).toEqual(alone.usage)
    expect(asking.calls.map(stageOf)).not.toContain("agent")
    expect(working.calls.map(stageOf)).toEqual(Array(14).fill("agent"))
    expect(coverageOf(answer).cells.flat().every(Boolean)).toBe(true)
    const searches = events.filter(({ type }) => type === "search-end")
    expect(searches.map((event) => "documentId" in event && event.documentId).sort()).toEqual(
      sevenDocuments().map(({ id }) => id),
    )
  })

  it("are not read again by whoever asks again, and that is said in the usage", async () => {
    const vectorStore = await sharedStore()
    const queue = newQueue()
    const working = codeWordModel()
    await worker(queue, { vectorStore, llm: working })
    const first = await asker(queue, { vectorStore, llm: codeWordModel() }).ask("Which code words?")
    const again = await asker(queue, { vectorStore, llm: codeWordModel() }).ask("Which code words?")
    expect(working.calls).toHaveLength(7)
    expect(again.text).toBe(first.text)
    expect(again.documents).toEqual(first.documents)
    expect(again.usage.byStage.agent).toBeUndefined()
    expect(again.usage.fromCache).toMatchObject({
      calls: 7,
      inputTokens: first.usage.byStage.agent!.inputTokens,
    })
  })

  it("leave no text of theirs in Redis, and nothing but results that expire", async () => {
    const secret = "The code word of this document is zebra."
    const vectorStore = memoryVectorStore()
    await spdRag({ llm: codeWordModel(), vectorStore }).add({
      id: "a",
      title: "Title of a",
      text: `Intro.\n\n${secret} Outro.`,
    })
    const queue = newQueue()
    await worker(queue, { vectorStore, llm: codeWordModel() })
    const watcher = new Redis(connection)
    const seen: string[] = []
    const monitor = createConnection(connection.port, connection.host, () => monitor.write("MONITOR\r\n"))
    monitor.on("data", (data) => seen.push(...String(data).split("\n")))
    await once(monitor, "data")
    const answer = await asker(queue, { vectorStore, llm: codeWordModel() }).ask("Which code words?")
    expect(answer.citations[0]?.quote).toBe(secret)
    expect(seen.join("\n")).toContain("zebra") // what the agent said of it
    expect(seen.filter((command) => /code word of this|Intro|Outro|Title of a/.test(command))).toEqual([])
    for (const close of closing.splice(0)) await close()
    const keys = (await watcher.keys("*")).filter((key) => key.includes(queue))
    const left = await Promise.all(keys.map(async (key) => [key, await watcher.pttl(key)] as const))
    const forever = left.filter(([, ttl]) => ttl === -1).map(([key]) => key)
    expect(forever.filter((key) => key.startsWith("spd-rag"))).toEqual([])
    expect(forever.every((key) => /:(meta|id|events|stalled-check)$/.test(key))).toBe(true)
    monitor.destroy()
    watcher.disconnect()
  })

  it("stop when their question is aborted, in the queue and at a worker", async () => {
    const vectorStore = await sharedStore()
    const queue = newQueue()
    const [begun, stopped] = [promised<void>(), promised<unknown>()]
    const llm = fakeLLM((request) => {
      begun.resolve()
      request.signal!.addEventListener("abort", () => stopped.resolve(request.signal!.reason))
      return hang(request)
    })
    await worker(queue, { vectorStore, llm }, { concurrency: 1 })
    const abort = new AbortController()
    const rag = asker(queue, { vectorStore, llm: codeWordModel() })
    const asking = rag.ask("Which code words?", { signal: abort.signal })
    await begun.promise
    abort.abort(new Error("Enough."))
    await expect(asking).rejects.toThrow("Enough.")
    expect(await stopped.promise).toMatchObject({ message: "Nobody waits for this document any more." })
    const jobs = new Queue(queue, { connection })
    await expect.poll(() => jobs.getJobCountByTypes("waiting", "active"), { interval: 100 }).toBe(0)
    await jobs.close()
    expect(llm.calls).toHaveLength(1)
  })

  it("stop at a limit of their question", async () => {
    const vectorStore = await sharedStore()
    const queue = newQueue()
    await worker(queue, { vectorStore, llm: codeWordModel() }, { concurrency: 1 })
    const rag = asker(queue, { vectorStore, llm: codeWordModel(), concurrency: 1, limits: { maxCalls: 6 } })
    const { documents, usage, warnings } = await rag.ask("Which code words?")
    const statuses = documents.map(({ status }) => status)
    // A plan and three documents are within four fifths of six calls; what the fourth found is kept.
    expect(statuses).toEqual([...Array(3).fill("answered"), "partial", ...Array(3).fill("skipped")])
    expect(documents[3]).toMatchObject({ findings: { answers: [{ answer: "delta" }] } })
    expect(usage.calls).toBe(6)
    expect(warnings.map(({ code }) => code)).toContain("documents-skipped")
  })

  it("fail each by itself, with the kind of failure and what had been read, and are read again", async () => {
    const vectorStore = await sharedStore()
    const queue = newQueue()
    let isDown = true
    const llm = fakeLLM((request) => {
      const shown = promptOf(request)
      if (isDown && shown.includes("bravo"))
        throw new ProviderError("Refused.", { provider: "p", status: 400 })
      if (isDown && shown.includes("charlie")) throw new TypeError("charlie is no function")
      return codeWordReply(request)
    })
    const config = { vectorStore, agentOptions: { readWholeTokens: 0 }, retry: { maxAttempts: 1 } }
    await worker(queue, { ...config, llm })
    const rag = asker(queue, { ...config, llm: codeWordModel() })
    const { documents } = await rag.ask("Which code words?")
    expect(documents.map(({ status }) => status)).toEqual(
      WORDS.map((word) => (word === "bravo" || word === "charlie" ? "partial" : "answered")),
    )
    const [, bravo, charlie] = documents
    expect(bravo).toMatchObject({
      findings: { searches: [{ passages: [{ text: expect.stringContaining("bravo"), headings: [] }] }] },
      error: {
        name: "DocumentAgentError",
        documentId: "doc-2",
        cause: { name: "ProviderError", status: 400 },
      },
    })
    expect(bravo && "error" in bravo && ProviderError.isInstance(bravo.error.cause)).toBe(true)
    expect(charlie).toMatchObject({ error: { cause: { name: "TypeError" } } })
    expect(JSON.stringify(charlie)).not.toContain("is no function")

    isDown = false
    const again = await rag.ask("Which code words?")
    expect(again.documents.every(({ status }) => status === "answered")).toBe(true)
    expect(again.usage.fromCache!.calls).toBe(10)
    expect(again.usage.byStage.agent!.calls).toBe(4)
  })

  it("that were replaced meanwhile are read as they are now", async () => {
    const vectorStore = await sharedStore()
    const queue = newQueue()
    const rag = asker(queue, { vectorStore, llm: codeWordModel() })
    const begun = promised<void>()
    const asking = rag.ask("Which code words?", {
      documents: ["doc-1"],
      onEvent: ({ type }) => type === "agent-start" && begun.resolve(),
    })
    await begun.promise
    await rag.add({ id: "doc-1", text: "The code word of this document is zulu." })
    const working = codeWordModel()
    await worker(queue, { vectorStore, llm: working })
    const [outcome] = (await asking).documents
    expect(outcome).toMatchObject({ status: "answered", findings: { answers: [{ answer: "zulu" }] } })
    expect(working.calls).toHaveLength(1)
  })

  it("fail where a table wants several rows of them, which would be lost", async () => {
    const vectorStore = await sharedStore()
    const working = codeWordModel()
    const queue = newQueue()
    await worker(queue, { vectorStore, llm: working })
    const failure = await asker(queue, { vectorStore, llm: codeWordModel() })
      .table({ columns: z.object({ word: z.string() }), rows: "many", documents: ["doc-1"] })
      .then(({ documents }) => documents, outcomesOf)
    expect(failure).toMatchObject([
      { status: "failed", error: { name: "AgentWorkerError", reason: "many-rows" } },
    ])
    expect(working.calls).toHaveLength(0)
  })

  it.each<[string, { text?: string; agentOptions?: { maxSearches: number } }]>([
    ["no-document", {}],
    ["other-set", { text: "Something else." }],
    ["other-config", { agentOptions: { maxSearches: 1 } }],
  ])(
    "fail with AgentWorkerError where a worker can't read them: %s",
    async (reason, { text, agentOptions }) => {
      const vectorStore = await sharedStore()
      const other = memoryVectorStore()
      const queue = newQueue()
      const llm = codeWordModel()
      if (text !== undefined) await spdRag({ llm, vectorStore: other }).add({ id: "doc-1", text })
      const announced = new Redis(connection)
      await worker(queue, { llm, vectorStore: other, agentOptions })
      const key = `spd-rag:{${queue}}:workers`
      await expect.poll(() => announced.exists(key), { interval: 50 }).toBe(1)
      if (reason === "other-config") {
        const now = JSON.parse((await announced.get(key))!) as object
        await announced.set(key, JSON.stringify({ ...now, fingerprint: "of before" }))
      }
      const failure = await asker(queue, { vectorStore, llm: codeWordModel() })
        .ask("Which code words?", { documents: ["doc-1"] })
        .catch((error) => error)
      expect(outcomesOf(failure)).toMatchObject([
        { status: "failed", error: { name: "AgentWorkerError", reason } },
      ])
      expect(failure.cause).toBeInstanceOf(AgentWorkerError)
      expect(llm.calls).toHaveLength(0)
      announced.disconnect()
    },
  )

  it("fail where the workers are of another version", async () => {
    const vectorStore = await sharedStore()
    const queue = newQueue()
    const client = new Redis(connection)
    await client.set(`spd-rag:{${queue}}:workers`, JSON.stringify({ version: 0, fingerprint: "f" }))
    const failure = await asker(queue, { vectorStore, llm: codeWordModel() })
      .ask("Which code words?")
      .catch((error) => error)
    expect(failure.cause).toMatchObject({ name: "AgentWorkerError", reason: "other-version" })
    client.disconnect()
  })

  it("are read once for two questions at a time", async () => {
    const vectorStore = await sharedStore()
    const queue = newQueue()
    const working = codeWordModel({ delayMs: 20 })
    await worker(queue, { vectorStore, llm: working })
    const rag = asker(queue, { vectorStore, llm: codeWordModel() })
    const answers = await Promise.all([rag.ask("Which code words?"), rag.ask("Which code words?")])
    expect(working.calls).toHaveLength(7)
    expect(answers[0]!.text).toBe(answers[1]!.text)
    const counted = answers.map(({ usage }) => usage.byStage.agent?.calls ?? 0)
    expect(counted[0]! + counted[1]!).toBe(7)
  })
})

/** A promise that the test settles. */
function promised<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

describe("without Redis", () => {
  const sentence = /^Redis can't be reached \(ECONNREFUSED\): check `connection` and that it is running\.$/

  it("a worker says so in one sentence", async () => {
    const connection = { host: "127.0.0.1", port: await freePort() }
    const rag = spdRag({ llm: codeWordModel() })
    await expect(startAgentWorker({ connection, queue: "q", rag })).rejects.toThrow(sentence)
  })

  it("a question says so before anything is paid", async () => {
    const llm = codeWordModel()
    const agent = bullmqAgent({ connection: `redis://127.0.0.1:${await freePort()}`, queue: "q" })
    const rag = spdRag({ llm, agent })
    await rag.add(sevenDocuments())
    await expect(rag.ask("Which code words?")).rejects.toThrow(sentence)
    expect(llm.calls).toHaveLength(0)
    await agent.close()
  })

  it("options that make no sense are refused by name, and connections are not shown", async () => {
    const rag = spdRag({ llm: codeWordModel() })
    const good = { connection: "redis://user:secret@127.0.0.1", queue: "q" }
    const named = (argument: string) => expect.objectContaining({ name: "InvalidArgumentError", argument })
    expect(() => bullmqAgent({ ...good, queue: "a:b" })).toThrow(named("queue"))
    expect(() => bullmqAgent({ ...good, connection: "secret" })).toThrow(named("connection"))
    expect(() => bullmqAgent({ ...good, connection: "secret" })).not.toThrow(/secret/)
    await expect(startAgentWorker({ ...good, rag: {} as never })).rejects.toThrow(named("rag"))
    const circle = spdRag({ llm: codeWordModel(), agent: bullmqAgent(good) })
    await expect(startAgentWorker({ ...good, rag: circle })).rejects.toThrow(/wait for itself/)
    await expect(startAgentWorker({ ...good, rag, concurrency: 0 })).rejects.toThrow(named("concurrency"))
    await expect(startAgentWorker({ ...good, rag, takeOverAfterMs: 1 })).rejects.toThrow(
      named("takeOverAfterMs"),
    )
  })
})
