import { expect, it } from "vitest"
import { qdrantVectorStore } from "../../../src/adapters/qdrant"
import { listed, putOf } from "../../../src/testing/suites/vector-store/fixtures"
import { assertWhole } from "../../../src/testing/suites/vector-store/writing"
import { putInRounds } from "../kit/rounds"
import { type QdrantServer, startQdrantServer } from "./server"

/** Two of many clients: handles of one process would take turns. */
function manyClients(server: QdrantServer) {
  const clients = Array.from({ length: 24 }, () => qdrantVectorStore({ url: server.url, collection: "spd" }))
  let next = 0
  const store = () => ({
    ...clients[0]!,
    put: (request: Parameters<(typeof clients)[0]["put"]>[0]) => clients[next++ % 24]!.put(request),
  })
  return [store(), store()] as const
}

function expectOneWrite(server: QdrantServer): void {
  const { points } = server.collections.get("spd")!
  expect(new Set([...points.values()].map(({ payload }) => payload.write)).size).toBe(1)
}

it("two clients that put one document at once end with one of the puts, whole, and leave nothing else", async () => {
  const server = await startQdrantServer()
  await putInRounds(manyClients(server), 2, () => expectOneWrite(server))
  await server.close()
}, 3_600_000)

it("connections lost in the middle of their puts change nothing of that", async () => {
  const server = await startQdrantServer()
  const stores = manyClients(server)
  await stores[0].put(putOf("shared", "r0", [[1, 0]]))
  // Of changes only: what the test reads must come.
  let lost = 0
  server.fault = ({ query }, index) => {
    if (!query.has("wait") || index % 29 > 3) return undefined
    lost += 1
    return { kind: "reset", after: index % 2 === 0 }
  }
  const last = putOf("shared", "last", [[0, 1]])
  await putInRounds(stores, 2, () => {}, 1)
  server.fault = undefined
  expect(lost).toBeGreaterThan(0)
  await stores[0].put(last)
  await assertWhole(stores[1], last)
  expectOneWrite(server)
  await server.close()
})

it("a put beside a removal is there whole, gone, or asked to be tried again", async () => {
  const server = await startQdrantServer()
  const open = () => qdrantVectorStore({ url: server.url, collection: "spd", dimensions: 2 })
  const request = putOf("a", "r1", [
    [1, 0],
    [0, 1],
  ])
  await open().put(request)
  for (let round = 0; round < 20; round++) {
    const put = open()
      .put(request)
      .then(
        () => "put",
        (error: unknown) => error,
      )
    await Promise.all([put, open().delete({ documentId: "a" })])
    const outcome = await put
    if (outcome !== "put") expect(outcome).toMatchObject({ name: "ProviderError", retryable: true })
    if ((await listed(open())).length > 0) await assertWhole(open(), request)
    await open().put(request)
    await assertWhole(open(), request)
    expect(server.collections.get("spd")!.points.size).toBe(3)
  }
  await server.close()
})
