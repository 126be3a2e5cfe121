import { afterEach, describe, expect, it } from "vitest"
import type { SetInfo } from "../../../src"
import { qdrantVectorStore } from "../../../src/adapters/qdrant"
import { listed, putOf } from "../../../src/testing/suites/vector-store/fixtures"
import { type QdrantServer, startQdrantServer } from "./server"

let server: QdrantServer
afterEach(() => server.close())

const infoOf = (modelId: string): SetInfo => ({
  format: 1,
  embedder: { modelId, dimensions: 2 },
  splitter: { version: 1, chunkTokens: 1_000, overlapTokens: 250 },
  tokenCounter: "19 31 20 7",
  analyzer: 1,
})

/** A store that runs `meanwhile` ahead of its request of that number, counted once `count` is called. */
function storeWith(at: number, meanwhile: () => Promise<unknown>) {
  let requests = Number.NEGATIVE_INFINITY
  const store = qdrantVectorStore({
    url: server.url,
    collection: "spd",
    fetch: async (...request) => {
      if (requests++ === at) await meanwhile()
      return fetch(...request)
    },
  })
  const count = () => {
    requests = 0
  }
  return { store, count, requests: () => requests }
}

const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: Error) => error.name,
  )

const put = (id: string, modelId: string) => ({
  ...putOf(id, "r1", [[1, 0]]),
  embedder: infoOf(modelId).embedder,
})

/** Of an empty set that `one` has made, what comes of one of its puts and a claim by `two`. */
async function meet(at: number, whole: "put" | "claim") {
  server = await startQdrantServer()
  const outcomes = { put: "", claim: "" }
  const plain = qdrantVectorStore({ url: server.url, collection: "spd" })
  const run = async (store: typeof plain, what: "put" | "claim") => {
    outcomes[what] = await outcomeOf(
      what === "put" ? store.put(put("a", "one")) : store.setInfo!({ info: infoOf("two"), ifEmpty: true }),
    )
  }
  const inParts = storeWith(at, () => run(plain, whole))
  await inParts.store.setInfo!({ info: infoOf("one"), ifEmpty: true })
  inParts.count()
  await run(inParts.store, whole === "put" ? "claim" : "put")
  const kept = (await plain.getInfo!())!.embedder!.modelId
  const documents = await listed(plain)
  return { outcomes, kept, documents, hasMet: at < inParts.requests() }
}

describe.each(["put", "claim"] as const)("a whole %s between any two requests of the other", (whole) => {
  it("leaves no document of an embedder that the set is not made with", async () => {
    for (let at = 0; at < 40; at++) {
      const { outcomes, kept, documents, hasMet } = await meet(at, whole)
      if (!hasMet) {
        expect(at).toBeGreaterThan(4)
        return
      }
      const winner = kept === "one" ? "put" : "claim"
      expect(documents.length, `${whole} at ${at}: ${JSON.stringify(outcomes)}`).toBe(
        winner === "put" ? 1 : 0,
      )
      expect(outcomes[winner]).toBe("done")
      expect(outcomes[winner === "put" ? "claim" : "put"]).toBe("InvalidArgumentError")
      const notes = [...server.collections.get("spd")!.points.values()].filter(({ payload }) =>
        ["set", "claim"].includes(payload.kind as string),
      )
      expect(notes).toHaveLength(1)
      await server.close()
    }
    throw new Error("It goes on and on.")
  })
})
