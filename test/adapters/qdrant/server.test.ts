import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type QdrantServer, startQdrantServer } from "./server"

/** The loopback server against the documented behaviour of the real one. */
let server: QdrantServer
beforeEach(async () => {
  server = await startQdrantServer()
})
afterEach(() => server.close())

async function call(method: string, path: string, body?: object | string) {
  const text = typeof body === "string" ? body : JSON.stringify(body)
  const init = body === undefined ? { method } : { method, body: text as string }
  const response = await fetch(server.url + path, init)
  const answer = await response.text()
  return { code: response.status, ...(answer === "" ? {} : JSON.parse(answer)) }
}

const points = [
  { id: 1, vector: [0.05, 0.61, 0.76, 0.74], payload: { city: "Berlin" } },
  { id: 2, vector: [0.19, 0.81, 0.75, 0.11], payload: { city: ["Berlin", "London"] } },
  { id: 3, vector: [0.36, 0.55, 0.47, 0.94], payload: { city: ["Berlin", "Moscow"] } },
  { id: 4, vector: [0.18, 0.01, 0.85, 0.8], payload: { city: ["London", "Moscow"] } },
  { id: 5, vector: [0.24, 0.18, 0.22, 0.44], payload: { count: 0 } },
  { id: 6, vector: [0.35, 0.08, 0.11, 0.44] },
  { id: 7, vector: [0.25, 0.98, 0.14, 0.43], payload: { city: null } },
  { id: 8, vector: [0.79, 0.53, 0.72, 0.15], payload: { city: [] } },
]
const city = (value: string) => ({ key: "city", match: { value } })

async function fill(distance: string) {
  await call("PUT", "/collections/t", { vectors: { size: 4, distance } })
  return call("PUT", "/collections/t/points?wait=true", { points })
}

describe("the loopback Qdrant server", () => {
  for (const [distance, best] of [
    [
      "Dot",
      [
        [4, 1.362],
        [1, 1.273],
        [3, 1.208],
      ],
    ],
    [
      "Cosine",
      [
        [4, 0.9925],
        [1, 0.8946],
        [5, 0.8544],
      ],
    ],
  ] as const) {
    it(`scores by ${distance}`, async () => {
      expect((await fill(distance)).result.status).toBe("completed")
      const { result } = await call("POST", "/collections/t/points/query", {
        query: [0.2, 0.1, 0.9, 0.7],
        limit: 3,
      })
      for (const [i, [id, score]] of best.entries()) {
        expect(result.points[i]).toMatchObject({ id })
        expect(result.points[i].score).toBeCloseTo(score, 3)
        expect(result.points[i]).not.toHaveProperty("payload")
      }
    })
  }

  it("filters, counts, scrolls and deletes", async () => {
    await fill("Cosine")
    const query = { filter: { should: [city("London")] }, query: [0.2, 0.1, 0.9, 0.7], limit: 3 }
    const found = await call("POST", "/collections/t/points/query", query)
    expect(found.result.points.map(({ id }: { id: number }) => id)).toEqual([4, 2])
    const filter = { should: [city("London"), city("Berlin")] }
    expect((await call("POST", "/collections/t/points/count", { filter })).result.count).toBe(4)
    const page = await call("POST", "/collections/t/points/scroll", {
      offset: 2,
      limit: 2,
      with_vector: true,
    })
    expect(page.result.points.map(({ id }: { id: number }) => id)).toEqual([2, 3])
    expect(page.result.next_page_offset).toBe(4)
    await call("POST", "/collections/t/points/delete?wait=true", { filter: { must: [city("Moscow")] } })
    expect((await call("GET", "/collections/t")).result.points_count).toBe(6)
  })

  it("delays changes that were not waited for", async () => {
    await call("PUT", "/collections/t", { vectors: { size: 4, distance: "Dot" } })
    const answer = await call("PUT", "/collections/t/points", { points })
    expect(answer.result.status).toBe("acknowledged")
    expect((await call("POST", "/collections/t/points/count", {})).result.count).toBe(0)
    server.flush()
    expect((await call("POST", "/collections/t/points/count", {})).result.count).toBe(8)
  })

  it("refuses as the real one does", async () => {
    await fill("Cosine")
    const put = (point: object | string) =>
      call("PUT", "/collections/t/points?wait=true", typeof point === "string" ? point : { points: [point] })
    const vector = [1, 0, 0, 0]
    const expected = [
      [() => put({ id: 1, vector: [1, 0, 0] }), 400, "expected dim: 4, got 3"],
      [() => put({ id: 1, vector: [1, null, 0, 0] }), 400, "VectorStruct"],
      [() => put({ id: "abc", vector }), 400, "is not a valid point ID"],
      [() => put({ id: -1, vector }), 400, "is not a valid point ID"],
      [() => put("{no"), 400, "Format error in JSON body"],
      [() => put(`{"points":[{"id":1,"vector":[1,0,0,0],"payload":{"a":"\\ud800"}}]}`), 400, "surrogate"],
      [() => call("PUT", "/collections/t/points?wait=true", { points: [] }), 400, "Empty update request"],
      [() => call("PUT", "/collections/t", { vectors: { size: 4, distance: "Dot" } }), 409, "already exists"],
      [
        () => call("PUT", "/collections/u", { vectors: { size: 65537, distance: "Dot" } }),
        422,
        "from 1 to 65536",
      ],
      [() => call("POST", "/collections/t/points/query", { query: vector, limit: 0 }), 422, "limit"],
      [() => call("POST", "/collections/t/points/count", { filter: { musst: [] } }), 400, "unknown field"],
      [() => call("GET", "/collections/wrong"), 404, "doesn't exist"],
    ] as const
    for (const [answer, status, text] of expected) {
      const { code, ...body } = await answer()
      expect(code).toBe(status)
      expect(body.status.error).toContain(text)
      expect(body).not.toHaveProperty("result")
    }
    expect((await call("GET", "/collections/wrong/exists")).result.exists).toBe(false)
  })

  it("gives ids lower-case and hyphenated, numbers before UUIDs, vectors at length 1", async () => {
    await fill("Cosine")
    const id = "{5C56C793-69F3-4FBF-87E6-C4BF54C28C26}"
    await call("PUT", "/collections/t/points?wait=true", {
      points: [{ id, vector: [3, 4, 0, 0], payload: {} }],
    })
    const { result } = await call("POST", "/collections/t/points/scroll", { limit: 20, with_vector: true })
    const last = result.points.at(-1)
    expect(last.id).toBe("5c56c793-69f3-4fbf-87e6-c4bf54c28c26")
    expect(last.vector[0]).toBeCloseTo(0.6, 6)
  })
})
