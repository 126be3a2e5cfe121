import { Redis } from "ioredis"
import { spdRag } from "spd-rag"
import { bullmqAgent, startAgentWorker } from "spd-rag/bullmq"
import { memoryVectorStore } from "spd-rag/memory"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { keysOf } from "../../src/bullmq/redis/keys"
import { shareQuotas } from "../../src/bullmq/worker/shared-quota"
import type { GatePass, QuotaGate } from "../../src/policy/quota/gate"
import { codeWordModel, sevenDocuments } from "../support/model"
import { noRedis, type RedisServer, startRedis } from "./redis-server"

if (noRedis !== undefined) console.log(noRedis)

describe.skipIf(noRedis !== undefined)("a quota of several workers", () => {
  let redis: RedisServer
  let client: Redis
  beforeAll(async () => {
    redis = await startRedis()
    client = new Redis({ host: "127.0.0.1", port: redis.port })
  })
  afterAll(async () => {
    over.abort()
    client.disconnect()
    await redis.stop()
  })

  const failed: string[] = []
  const pass: GatePass = { succeeded: () => {}, failed: () => void failed.push("failed"), refused: () => 0 }
  const open: QuotaGate = { enter: async () => pass }
  const fail = (error: Error) => {
    throw error
  }
  /** Workers that know nothing of each other. */
  const gates = (queue: string, count: number, quota: object) =>
    Array.from({ length: count }, () => shareQuotas(client, keysOf(queue), fail)(open, "m", quota))
  /** Makes everything that has started so much older. */
  async function age(queue: string, ms: number) {
    const key = keysOf(queue).quota("m")
    for (const member of await client.zrange(key, "0", "-1")) await client.zincrby(key, -ms, member)
  }
  const over = new AbortController()
  /** Whether a call starts before so many answers of Redis, or waits. */
  async function starts(gate: QuotaGate, tokens: number) {
    let state = "waits"
    gate
      .enter(() => tokens, over.signal)
      .then(
        () => {
          state = "started"
        },
        () => {},
      )
    for (let turn = 0; turn < 20; turn++) await client.ping()
    return state
  }

  it("of requests lets no more through in a minute, whoever asks", async () => {
    const [a, b] = gates("requests", 2, { requestsPerMinute: 3 })
    for (const gate of [a!, b!, a!]) expect(await starts(gate, 1)).toBe("started")
    const abort = new AbortController()
    const waiting = b!.enter(() => 1, abort.signal)
    expect(await starts(a!, 1)).toBe("waits")
    abort.abort(new Error("Enough."))
    await expect(waiting).rejects.toThrow("Enough.")
    expect(failed).toEqual(["failed"]) // it gives back its place at its own gate
    await age("requests", 60_001)
    expect(await starts(b!, 1)).toBe("started")
  })

  it("of tokens counts what was used once that is known", async () => {
    const [a, b] = gates("tokens", 2, { tokensPerMinute: 100 })
    const first = await a!.enter(() => 90, undefined)
    expect(await starts(b!, 20)).toBe("waits")
    first.succeeded(10)
    await expect
      .poll(() => client.zrange(keysOf("tokens").quota("m"), "0", "-1"))
      .toEqual([expect.stringMatching(/:10$/)])
    expect(await starts(b!, 90)).toBe("started")
    expect(await starts(b!, 1)).toBe("waits")
  })

  it("that is larger than the quota starts alone", async () => {
    const [a] = gates("large", 1, { tokensPerMinute: 100 })
    expect(await starts(a!, 1_000)).toBe("started")
    expect(await starts(a!, 1)).toBe("waits")
  })

  it("is the rateLimits of their rag", async () => {
    const connection = { host: "127.0.0.1", port: redis.port }
    const vectorStore = memoryVectorStore()
    await spdRag({ llm: codeWordModel(), vectorStore }).add(sevenDocuments())
    const models = [codeWordModel(), codeWordModel()]
    const workers = await Promise.all(
      models.map((llm) => {
        const rag = spdRag({ llm, vectorStore, rateLimits: { "fake-llm": { requestsPerMinute: 4 } } })
        return startAgentWorker({ connection, queue: "both", rag, concurrency: 4 })
      }),
    )
    const agent = bullmqAgent({ connection, queue: "both" })
    const abort = new AbortController()
    const calls = () => models.reduce((sum, { calls }) => sum + calls.length, 0)
    const asking = spdRag({ llm: codeWordModel(), vectorStore, agent }).ask("Which?", {
      signal: abort.signal,
    })
    await expect.poll(calls, { interval: 20 }).toBe(4)
    abort.abort(new Error("Enough."))
    await expect(asking).rejects.toThrow("Enough.")
    await agent.close()
    await Promise.all(workers.map((worker) => worker.close()))
    // Each by itself would have let all seven through.
    expect(calls()).toBe(4)
  })
})
