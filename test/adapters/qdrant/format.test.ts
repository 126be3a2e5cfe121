import { afterEach, describe, expect, it } from "vitest"
import { qdrantVectorStore } from "../../../src/adapters/qdrant"
import { listed, putOf } from "../../../src/testing/suites/vector-store/fixtures"
import { assertWhole } from "../../../src/testing/suites/vector-store/writing"
import { type QdrantServer, startQdrantServer } from "./server"

let server: QdrantServer
afterEach(() => server.close())

/** Points as the store wrote them before writes had names. */
async function putAsBefore({ document, chunks }: ReturnType<typeof putOf>) {
  const uuid = (n: number) => `00000000-0000-5000-8000-${String(n).padStart(12, "0")}`
  const points = [
    {
      id: uuid(0),
      vector: [0, 0],
      payload: { kind: "document", document_id: document.id, document },
    },
    ...chunks.map(({ vector, ...chunk }) => ({
      id: uuid(1 + chunk.index),
      vector,
      payload: { kind: "chunk", document_id: document.id, revision: document.revision, chunk },
    })),
  ]
  const call = (path: string, body: object) =>
    fetch(`${server.url}/collections/spd${path}`, { method: "PUT", body: JSON.stringify(body) })
  await call("", { vectors: { size: 2, distance: "Cosine" } })
  for (const field_name of ["document_id", "revision", "kind"])
    await call("/index?wait=true", { field_name, field_schema: "keyword" })
  await call("/points?wait=true", { points })
}

describe("a collection of the first format", () => {
  it("is read as it is, and each document is brought to the present one when it is put", async () => {
    server = await startQdrantServer()
    const old = putOf("a", "r1", [
      [1, 0],
      [0, 1],
    ])
    await putAsBefore(old)
    const store = qdrantVectorStore({ url: server.url, collection: "spd" })
    await assertWhole(store, old)
    const documents = [{ id: "a", revision: "r1" }]
    const found = await store.search({ documents, vector: [0, 1], topK: 1 })
    expect(found.map(({ id }) => id)).toEqual(["a#1"])
    expect(await store.nearestByDocument!({ vectors: [[0, 1]] })).toMatchObject([
      { documentId: "a", score: 1 },
    ])
    const next = putOf("a", "r1", [[1, 1]], () => "the same revision, put again")
    await store.put(next)
    await assertWhole(store, next)
    expect(await listed(store)).toEqual([next.document])
    expect(server.collections.get("spd")!.points.size).toBe(2)
    await store.delete({ documentId: "a" })
    expect(server.collections.get("spd")!.points.size).toBe(0)
  })
})
