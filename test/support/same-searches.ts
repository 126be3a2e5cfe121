import fc from "fast-check"
import { createDocumentSearch, type StoredDocument, type VectorStore } from "spd-rag"
import { fakeEmbedder } from "spd-rag/testing"
import { expect } from "vitest"
import { bindSearch } from "../../src/retrieval/document-search"
import { createSharedSearches } from "../../src/retrieval/shared-searches"
import { putOf } from "../../src/testing/suites/vector-store/fixtures"

const WORDS = ["bees", "honey", "wax", "hive", "queen"]
const QUERIES = ["bees honey", "queen of the hive", "wax", "nothing like it"]

/** Documents of up to eleven chunks, some of which are the same text. */
export async function fill(store: VectorStore, count = 12): Promise<readonly StoredDocument[]> {
  const documents: StoredDocument[] = []
  for (let n = 0; n < count; n++) {
    const texts = Array.from({ length: 1 + ((n * 5) % 11) }, (_, i) =>
      [WORDS[i % 5], WORDS[(n + i * i) % 5], WORDS[(2 * i) % 3]].join(" "),
    )
    const { vectors } = await fakeEmbedder().embed({ texts, purpose: "document" })
    const put = putOf(`d${n}`, "r", vectors, (index) => texts[index]!)
    await store.put(put)
    documents.push(put.document)
  }
  return documents
}

const asks = fc.array(
  fc.record({
    place: fc.integer({ min: 0, max: 11 }),
    query: fc.integer({ min: 0, max: QUERIES.length - 1 }),
  }),
  { minLength: 4, maxLength: 12 },
)

/** Whatever is asked of which document, shared searches give the passages that each document's own search gives. */
export async function expectSameSearches(store: VectorStore): Promise<void> {
  const documents = await fill(store)
  const same = async (given: { place: number; query: number }[], topK: number, mode: "dense" | "hybrid") => {
    const embedder = fakeEmbedder()
    const shared = createSharedSearches({ vectorStore: store, embedder, documents, topK })
    const found = await Promise.all(
      given.map(async ({ place, query }) => {
        const document = documents[place]!
        const settings = { document, vectorStore: store, embedder, topK, mode }
        const together = bindSearch(settings, shared.of(document))
        const alone = createDocumentSearch(settings)
        await together.chunks()
        const request = { query: QUERIES[query]! }
        return [await together.search(request), await alone.search(request)] as const
      }),
    )
    shared.close()
    for (const [together, alone] of found) expect(together).toEqual(alone)
  }
  const depth = fc.integer({ min: 1, max: 12 })
  const modes = fc.constantFrom("dense" as const, "hybrid" as const)
  await fc.assert(fc.asyncProperty(asks, depth, modes, same), { numRuns: 3 })
}
