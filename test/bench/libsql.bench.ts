/** The libsql store at 20,000 chunks of 384 dimensions in 100 documents: the top 15 of one document. */
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { libsqlVectorStore } from "../../src/adapters/libsql"
import { documentsOf, percentiles, putRequest, randomVectors } from "./store-data"

const [documents, chunksPerDocument, dimensions, topK] = [100, 200, 384, 15]
const folder = mkdtempSync(join(tmpdir(), "spd-rag-bench-"))
const path = join(folder, "store.db")
const store = libsqlVectorStore({ url: `file:${path}` })
const next = randomVectors(dimensions)

const began = performance.now()
for (const id of documentsOf(documents)) await store.put(putRequest(id, chunksPerDocument, next))
const insertMs = performance.now() - began

const times: number[] = []
const cpu = process.cpuUsage()
for (let i = 0; i < 1000; i++) {
  const vector = next()
  const started = performance.now()
  await store.search({ documents: [{ id: `document ${(i * 37) % documents}`, revision: "r" }], vector, topK })
  times.push(performance.now() - started)
}
const { user, system } = process.cpuUsage(cpu)
await store.close()
console.table([
  {
    ...percentiles(times.slice(100)),
    "cpu ms": (user + system) / times.length / 1000,
    "insert s": insertMs / 1000,
    "disk MB": statSync(path).size / 1e6,
  },
])
rmSync(folder, { recursive: true })
