/** Routing of 100,000 documents in memory, by vectors and by words: time from the plan to the choice. */
import { type SpdRagEvent, spdRag, type VectorStore } from "../../src"
import { memoryVectorStore } from "../../src/adapters/memory"
import { fakeEmbedder, fakeLLM } from "../../src/testing"
import { randomVectors } from "./store-data"

const dimensions = 256
const embedder = fakeEmbedder({ dimensions })
const tasks = ["State the term of the contract.", "Name the governing law.", "Name the cap on liability."]
const llm = fakeLLM(() => ({ json: { reasoning: "r", tasks, synthesisDirective: "d" } }))

async function fill(store: VectorStore, documents: number): Promise<void> {
  const next = randomVectors(dimensions)
  for (let n = 0; n < documents; n++) {
    const id = `document ${n}`
    const chunks = [0, 1].map((index) => {
      const text = `Part ${index} of document ${n} is about sales, the board and clause ${n % 997}. `.repeat(
        4,
      )
      const place = { start: 0, end: text.length, tokens: 60, headings: ["Part"] }
      return { id: `${id}#${index}`, documentId: id, index, text, ...place, vector: next() }
    })
    await store.put({ document: { id, title: id, revision: "r", chunkCount: 2, tokens: 120 }, chunks })
  }
}

const rows: object[] = []
for (const documents of [10_000, 100_000]) {
  const vectorStore = memoryVectorStore()
  await fill(vectorStore, documents)
  for (const mode of ["dense", "lexical"] as const) {
    const rag = spdRag({ llm, embedder, vectorStore, retrieval: { mode } })
    let startedAt = 0
    let routingMs = 0
    let cpu = process.cpuUsage()
    const onEvent = ({ type }: SpdRagEvent) => {
      if (type === "route-start") {
        startedAt = performance.now()
        cpu = process.cpuUsage()
      } else if (type === "route-end") {
        routingMs = performance.now() - startedAt
        cpu = process.cpuUsage(cpu)
      }
    }
    const asked = performance.now()
    // No document comes near: the run ends after routing.
    await rag.ask("What do the contracts say?", { routing: { minScore: 1 }, onEvent }).catch(() => {})
    const allMs = performance.now() - asked
    rows.push({
      documents,
      mode,
      "routing s": (routingMs / 1000).toFixed(2),
      "CPU s": ((cpu.user + cpu.system) / 1e6).toFixed(2),
      "whole run s": (allMs / 1000).toFixed(2),
    })
  }
}
console.table(rows)
