import Keyv from "keyv"
import { type CallCache, spdRag } from "spd-rag"
import { fakeEmbedder, fakeReranker } from "spd-rag/testing"
import { createStorage } from "unstorage"
import memoryDriver from "unstorage/drivers/memory"
import { describe, expect, it } from "vitest"
import { codeWordModel, sevenDocuments } from "../../support/model"

async function asked(cache: CallCache | undefined) {
  const llm = codeWordModel()
  const embedder = fakeEmbedder()
  const reranker = fakeReranker()
  const rag = spdRag({ llm, embedder, reranker, cache, agentOptions: { readWholeTokens: 0 } })
  await rag.add(sevenDocuments())
  const { text, usage, warnings } = await rag.ask("What are the code words?")
  return { text, usage, warnings, calls: llm.calls.length + embedder.calls.length + reranker.calls.length }
}

/** A disk, or a server, without room. */
const full = new Map<string, unknown>()
full.set = () => {
  throw new Error("no space left")
}

describe.each<readonly [string, () => CallCache]>([
  ["a Keyv instance", () => new Keyv()],
  [
    "a Keyv instance of its own namespace, whose entries expire",
    () => new Keyv({ namespace: "calls", ttl: 60_000 }),
  ],
  ["an unstorage storage", () => createStorage()],
  ["an unstorage storage with a driver", () => createStorage({ driver: memoryDriver() })],
])("%s as a cache", (_, make) => {
  it("fits as it is: a question asked again makes no call, and answers the same", async () => {
    const cache = make()
    const first = await asked(cache)
    const again = await asked(cache)
    expect(first.calls).toBeGreaterThan(20)
    expect(again.calls).toBe(0)
    expect(again.text).toBe(first.text)
    expect(again.usage).toMatchObject({ calls: 0, inputTokens: 0 })
    expect(again.usage.fromCache?.calls).toBeGreaterThan(20)
    expect([...first.warnings, ...again.warnings]).toEqual([])
  })
})

describe.each<readonly [string, () => CallCache]>([
  ["a Keyv instance that throws", () => new Keyv({ store: full, throwOnErrors: true })],
  [
    "an unstorage storage that throws",
    () =>
      createStorage({
        driver: {
          ...memoryDriver(),
          setItem: () => {
            throw new Error("no space left")
          },
        },
      }),
  ],
])("%s, since it is full", (_, make) => {
  it("costs the calls and one warning, not the answer", async () => {
    const whole = await asked(undefined)
    const { text, calls, warnings } = await asked(make())
    expect(text).toBe(whole.text)
    // Equal calls that are under way at once are one, and how many are is chance.
    expect(calls).toBeLessThanOrEqual(whole.calls)
    expect(calls).toBeGreaterThan(20)
    expect(warnings.map(({ code }) => code)).toEqual(["cache-failed"])
    expect(warnings[0]?.message).toContain("no space left")
  })
})

it("a Keyv instance that only tells its listeners of what failed keeps nothing, and the run goes on", async () => {
  const cache = new Keyv({ store: full })
  const failures: unknown[] = []
  cache.on("error", (error: unknown) => failures.push(error))
  const first = await asked(cache)
  expect(failures.length).toBeGreaterThan(0)
  expect((await asked(cache)).calls).toBe(first.calls)
})
