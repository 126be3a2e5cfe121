import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { spdRag, type VectorStore } from "spd-rag"
import { libsqlVectorStore } from "spd-rag/libsql"
import { memoryVectorStore } from "spd-rag/memory"
import { postgresVectorStore } from "spd-rag/postgres"
import { qdrantVectorStore } from "spd-rag/qdrant"
import { fakeEmbedder } from "spd-rag/testing"
import { afterAll, describe, expect, it } from "vitest"
import { startPostgres } from "../adapters/postgres/database"
import { startQdrantServer } from "../adapters/qdrant/server"
import { codeWordModel } from "../support/model"

const llm = codeWordModel()
const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

/** Hands on an empty set, as often as it is asked for handles. */
type OpenSet = () => Promise<() => VectorStore>

const stores: { readonly [name: string]: OpenSet } = {
  memory: async () => {
    const store = memoryVectorStore()
    return () => store
  },
  libsql: async () => {
    const folder = mkdtempSync(join(tmpdir(), "spd-rag-"))
    closing.push(() => rmSync(folder, { recursive: true }))
    return () => {
      const store = libsqlVectorStore({ url: `file:${join(folder, "set.db")}`, busyTimeoutMs: 600_000 })
      closing.unshift(() => store.close())
      return store
    }
  },
  Qdrant: async () => {
    const server = await startQdrantServer()
    closing.push(() => server.close())
    return () => qdrantVectorStore({ url: server.url, collection: "spd" })
  },
  Postgres: (() => {
    const started = startPostgres()
    closing.push(async () => (await started).close())
    let sets = 0
    return async () => {
      const client = await started
      const schema = `set_${sets++}`
      return () => postgresVectorStore({ client, schema })
    }
  })(),
}

/** The store, each call of which waits for so many turns as `turns` says. */
function slowed(store: VectorStore, turns: () => number): VectorStore {
  return new Proxy(store, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown
      if (typeof method !== "function" || name === "list") return method
      return async (...args: unknown[]) => {
        for (let left = turns(); left > 0; left--) await new Promise(setImmediate)
        return method.apply(target, args)
      }
    },
  })
}

const documentsOf = (writer: string) =>
  Array.from({ length: 3 }, (_, n) => ({ id: `${writer}-${n}`, text: `Text ${n} of ${writer}.` }))

describe.each(Object.entries(stores))(
  "two first writers of a set on %s with different embedders",
  (_, open) => {
    it.each([0, 1, 2, 3])("never mix; one at least is told (order %i)", async (order) => {
      const handle = await open()
      const add = (modelId: string, turns: () => number) =>
        spdRag({ llm, embedder: fakeEmbedder({ modelId }), vectorStore: slowed(handle(), turns) }).add(
          documentsOf(modelId),
        )
      // Each order lets them meet at other calls.
      let calls = 0
      const turns = (most: number) => () => {
        calls += 1
        return (order * calls) % most
      }
      const [one, two] = await Promise.allSettled([add("one", turns(7)), add("two", turns(5))])
      const told = [one, two].flatMap((result) => (result.status === "rejected" ? [result.reason] : []))
      expect(told.length).toBeGreaterThan(0)
      for (const error of told) {
        expect(error).toMatchObject({ name: "InvalidArgumentError", argument: "embedder" })
        expect(error.message).toMatch(/which made this set \(use it, or name a new collection/)
      }
      const store = handle()
      const made = (await store.getInfo!())!.embedder!.modelId
      const ids: string[] = []
      for await (const { id } of store.list()) ids.push(id)
      expect(ids.every((id) => id.startsWith(made))).toBe(true)
      // The set is the winner's, who goes on where the other has to stop.
      const again = spdRag({ llm, embedder: fakeEmbedder({ modelId: made }), vectorStore: store })
      expect((await again.add(documentsOf(made))).failed).toEqual([])
    })
  },
)

it("one who was told has paid for no more than what was under way", async () => {
  const vectorStore = memoryVectorStore()
  const embedder = fakeEmbedder({ modelId: "late" })
  const rag = spdRag({ llm, embedder, vectorStore, concurrency: 2 })
  let pulled = 0
  async function* source() {
    for (; pulled < 100; pulled++) {
      // Nobody has put anything yet: another takes the set.
      if (pulled === 0)
        await vectorStore.setInfo!({ info: { ...(await vectorStore.getInfo!())!, embedder: null } })
      yield { id: `d${pulled}`, text: `Text ${pulled}.` }
    }
  }
  await expect(rag.add(source())).rejects.toMatchObject({ argument: "embedder" })
  expect(pulled).toBeLessThan(5)
})
