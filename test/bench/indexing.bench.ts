/** `add` of streamed documents without an embedder: bytes a document in the memory store, and beside a store that keeps names. */
import { type SourceDocument, type StoredDocument, spdRag, type VectorStore } from "../../src"
import { memoryVectorStore } from "../../src/adapters/memory"
import { codeWordModel } from "../support/model"

const collectGarbage = (globalThis as { gc?: () => void }).gc!

function* source(count: number): Generator<SourceDocument> {
  for (let n = 0; n < count; n++) {
    yield {
      id: `document ${n}`,
      text: `Document ${n} is about sales and clause ${n % 997} of them. `.repeat(8),
    }
  }
}

/** Keeps the documents' ids and revisions, and no chunk: what is left is the core's own. */
function namesOnly(): VectorStore {
  const revisions = new Map<string, string>()
  const stored = (id: string, revision: string): StoredDocument => ({
    id,
    title: id,
    revision,
    chunkCount: 1,
    tokens: 1,
  })
  return {
    async put({ document }) {
      revisions.set(document.id, document.revision)
    },
    async get({ documentId }) {
      const revision = revisions.get(documentId)
      return revision === undefined ? undefined : stored(documentId, revision)
    },
    chunks: async () => [],
    search: async () => [],
    async delete({ documentId }) {
      revisions.delete(documentId)
    },
    async *list() {
      for (const [id, revision] of revisions) yield stored(id, revision)
    },
  }
}

/** In a frame of its own: what the row before it held would be freed during this one, and count as less than nothing. */
async function measure(documents: number, store: string, open: () => VectorStore): Promise<object> {
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  let peak = before
  const vectorStore = open()
  const rag = spdRag({ llm: codeWordModel(), vectorStore })
  const began = performance.now()
  await rag.add(source(documents), {
    onEvent: (event) => {
      if (event.type === "index-delta" && event.done % 1_000 === 0) {
        collectGarbage()
        peak = Math.max(peak, process.memoryUsage().heapUsed)
      }
    },
  })
  const seconds = (performance.now() - began) / 1_000
  collectGarbage()
  const kept = process.memoryUsage().heapUsed - before
  for await (const _ of vectorStore.list()) break
  return {
    documents,
    store,
    "bytes a document kept": Math.round(kept / documents),
    "bytes a document at the peak": Math.round((peak - before) / documents),
    "documents a second": Math.round(documents / seconds),
  }
}

const stores = { memory: memoryVectorStore, "names only": namesOnly }
// Compiled code and caches are nobody's documents.
for (const [store, open] of Object.entries(stores)) await measure(2_000, store, open)
const rows: object[] = []
for (const documents of [25_000, 50_000, 100_000]) {
  for (const [store, open] of Object.entries(stores)) rows.push(await measure(documents, store, open))
}
console.table(rows)
