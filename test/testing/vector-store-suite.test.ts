import type { VectorStore } from "spd-rag"
import { memoryVectorStore } from "spd-rag/memory"
import { describeVectorStore } from "spd-rag/testing"
import { expect, it } from "vitest"

/** The names of the cases that a store fails, and what they say. */
async function failuresOf(create: () => VectorStore): Promise<ReadonlyMap<string, string>> {
  const cases: (readonly [name: string, body: () => Promise<void>])[] = []
  describeVectorStore("a store", {
    describe: (_, body) => body(),
    it: (name, body) => cases.push([name, body]),
    create,
  })
  const failures = new Map<string, string>()
  for (const [name, body] of cases) {
    const message = await body().then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (message !== undefined) failures.set(name, message)
  }
  return failures
}

it("a store that keeps the contract fails nothing", async () => {
  expect(await failuresOf(memoryVectorStore)).toEqual(new Map())
})

it("the suite names the case that failed, and what was expected and came", async () => {
  const failures = await failuresOf(() => {
    const store = memoryVectorStore()
    return { ...store, search: async (request) => (await store.search(request)).slice().reverse() }
  })
  expect([...failures.keys()]).toContain("finds by cosine, best first, whatever the vectors' lengths")
  expect([...failures.keys()]).not.toContain("lists every document once, in a stable order")
  expect(failures.get("breaks ties by index, also at the cut")).toBe(
    "order: expected [0,1,2,3,4,5,6], got [6,5,4,3,2,1,0]",
  )
})
