import { spdRag } from "spd-rag"
import { memoryCache } from "spd-rag/cache"
import { fakeEmbedder } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel, documentText } from "../support/model"

/** A set of its own, which is asked once. */
async function tenant(word: string, cache?: Parameters<typeof spdRag>[0]["cache"], plugs = newPlugs()) {
  const set = spdRag({ ...plugs, ...(cache !== undefined && { cache }) })
  const { usage } = await set.add([{ id: "contract", text: documentText(word) }])
  return { adding: usage, answer: await set.ask("What is the code word?"), plugs }
}
const newPlugs = () => ({ llm: codeWordModel(), embedder: fakeEmbedder() })
const hits = (usage: { readonly fromCache?: { readonly calls: number } | undefined }) =>
  usage.fromCache?.calls ?? 0

/** Every entry with a word of the tenant before its key. */
function of(name: string, cache: ReturnType<typeof memoryCache>) {
  return {
    get: (key: string) => cache.get(`${name}:${key}`),
    set: (key: string, value: string) => cache.set(`${name}:${key}`, value),
  }
}

describe("two tenants in one process", () => {
  it("share the very plugs, and nothing that a call gave", async () => {
    const { plugs, answer } = await tenant("alpha")
    const calls = plugs.llm.calls.length
    const second = await tenant("alpha", undefined, plugs)
    expect(plugs.llm.calls.length).toBe(2 * calls)
    expect(second.answer.usage).toEqual(answer.usage)
    expect([hits(second.adding), hits(second.answer.usage)]).toEqual([0, 0])
  })

  it("with one cache: a call of equal input is a hit, and its usage says so; nothing else of the other is seen", async () => {
    const cache = memoryCache()
    const alone = await tenant("bravo")
    await tenant("alpha", cache)
    const other = await tenant("bravo", cache)
    // The question and plan are the same words; the document is not.
    expect(hits(other.answer.usage)).toBeGreaterThan(0)
    expect(hits(other.adding)).toBe(0)
    expect(JSON.stringify(other.answer)).not.toContain("alpha")
    expect(other.answer.text).toBe(alone.answer.text)
    expect(other.answer.documents).toEqual(alone.answer.documents)
  })

  it("with a cache whose keys begin with the tenant's name, are as without the other", async () => {
    const cache = memoryCache()
    const alone = await tenant("alpha", memoryCache())
    await tenant("alpha", of("a", cache))
    const other = await tenant("alpha", of("b", cache))
    expect([other.adding, other.answer.usage]).toEqual([alone.adding, alone.answer.usage])
    const again = await tenant("alpha", of("a", cache))
    expect(hits(again.answer.usage)).toBeGreaterThan(0)
  })
})
