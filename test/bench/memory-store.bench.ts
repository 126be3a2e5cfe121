/**
 * The memory store at 100,000 chunks of 1,536 dimensions in 1,000 documents: the top 15 of one document, beside
 * LangChain's MemoryVectorStore with a filter on the same vectors.
 */
import { memoryVectorStore } from "../../src/adapters/memory"
import { peerOf } from "./peer"
import { documentsOf, percentiles, putRequest, randomVectors } from "./store-data"

const [documents, chunksPerDocument, dimensions, topK] = [1000, 100, 1536, 15]
const next = randomVectors(dimensions)
const store = memoryVectorStore()

gc?.()
const before = process.memoryUsage()
for (const id of documentsOf(documents)) await store.put(putRequest(id, chunksPerDocument, next))
gc?.()
const after = process.memoryUsage()
const bytes = after.external - before.external + after.heapUsed - before.heapUsed

const queries = Array.from({ length: 2000 }, () => next())
const times: number[] = []
for (const [i, vector] of queries.entries()) {
  const id = `document ${(i * 37) % documents}`
  const began = performance.now()
  const found = await store.search({ documents: [{ id, revision: "r" }], vector, topK })
  times.push(performance.now() - began)
  if (found.length !== topK) throw new Error("a search found too little")
}
const ours = percentiles(times.slice(200))
const rows: object[] = [
  { store: "memoryVectorStore", ...ours, "bytes a chunk": bytes / documents / chunksPerDocument },
]

const peer = "@langchain/classic"
const loaded = await peerOf(peer, () => import(`${peer}/vectorstores/memory`))
if (loaded !== undefined) {
  const theirs = new loaded.MemoryVectorStore({ embedDocuments: async () => [], embedQuery: async () => [] })
  for (const id of documentsOf(documents)) {
    const vectors = Array.from({ length: chunksPerDocument }, () => Array.from(next()))
    const texts = vectors.map((_, index) => ({ pageContent: `${id} ${index}`, metadata: { id } }))
    await theirs.addVectors(vectors, texts)
  }
  const slow: number[] = []
  for (const [i, query] of queries.slice(0, 120).entries()) {
    const id = `document ${(i * 37) % documents}`
    const began = performance.now()
    const filter = (document: { metadata: { id: string } }) => document.metadata.id === id
    await theirs.similaritySearchVectorWithScore(Array.from(query), topK, filter)
    slow.push(performance.now() - began)
  }
  const peerTimes = percentiles(slow.slice(20))
  rows.push({ store: "LangChain MemoryVectorStore", ...peerTimes })
  console.table(rows)
  console.log(`p50 is ${(peerTimes["p50 ms"] / ours["p50 ms"]).toFixed(1)} times faster`)
} else console.table(rows)
