import { spdRag } from "spd-rag"
import { offline } from "spd-rag/offline"
import { readAddresses } from "./addresses"
import { startStreamingServer } from "./server"

// npx tsx examples/streaming/main.ts, and open the address that it prints. No key: the stages of spd-rag/offline quote
// sentences. With models of your own the page also shows searches, merges, and the answer as it is written:
// spdRag({ llm, embedder, reranker }).
const documents = (await readAddresses()).slice(-40)
const rag = spdRag({ ...offline(), concurrency: 2 })
await rag.add(documents)

const server = await startStreamingServer({ rag, port: Number(process.env.PORT ?? 3000) })
console.log(`Ask ${documents.length} State of the Union addresses at ${server.url}`)
process.once("SIGINT", () => server.close())
