import { spdRag } from "spd-rag"
import { offline } from "spd-rag/offline"
import { startServer } from "spd-rag/serve"
import { readAddresses } from "./addresses"

// npx tsx examples/streaming/main.ts, and open the address that it prints. No key: the stages of spd-rag/offline quote
// sentences. With models of your own the page also shows searches, merges, and the answer as it is written: pass
// { llm, embedder, reranker } in place of offline().
const documents = (await readAddresses()).slice(-40)
const config = { ...offline(), concurrency: 2 }
const rag = spdRag(config)
await rag.add(documents)

// The addresses are there for all; files that a visitor chooses go into a set of its own, made by `config`.
const server = await startServer({ rag, config, port: Number(process.env.PORT ?? 3000) })
console.log(`Ask ${documents.length} State of the Union addresses at ${server.url}`)
process.once("SIGINT", () => server.close())
