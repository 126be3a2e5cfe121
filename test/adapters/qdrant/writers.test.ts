import { expect, it } from "vitest"
import { qdrantVectorStore } from "../../../src/adapters/qdrant"
import { listed, putOf } from "../../../src/testing/suites/vector-store/fixtures"
import { assertWhole } from "../../../src/testing/suites/vector-store/writing"
import { putInRounds } from "../kit/rounds"
import { startQdrantServer } from "./server"

it("two clients that put one document at once end with one of the puts, whole, and leave nothing else", async () => {
  const server = await startQdrantServer()
  // Handles of one process would take turns.
  const clients = Array.from({ length: 24 }, () => qdrantVectorStore({ url: server.url, collection: "spd" }))
  let next = 0
  const store = () => ({
    ...clients[0]!,
    put: (request: Parameters<(typeof clients)[0]["put"]>[0]) => clients[next++ % 24]!.put(request),
  })
  await putInRounds([store(), store()], 2, () => {
    const { points } = server.collections.get("spd")!
    const writes = new Set([...points.values()].map(({ payload }) => payload.write))
    expect(writes.size).toBe(1)
  })
  await server.close()
}, 3_600_000)

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
