import { spdRag } from "spd-rag"
import { offline } from "spd-rag/offline"
import { qdrantVectorStore } from "spd-rag/qdrant"
import { fakeEmbedder } from "spd-rag/testing"

// docker run -p 6333:6333 qdrant/qdrant, then QDRANT_URL=http://localhost:6333 npx tsx examples/qdrant.ts
const { QDRANT_URL: url, QDRANT_API_KEY: apiKey } = process.env
if (!url) {
  console.error("Set QDRANT_URL to the address of a Qdrant server, for example http://localhost:6333.")
  process.exit(1)
}

const vectorStore = qdrantVectorStore({ url, apiKey, collection: "contracts" })
// Stages that need no model, so that this runs without a key. In your own code: llm, embedder and reranker.
const rag = spdRag({ ...offline(), embedder: fakeEmbedder({ dimensions: 256 }), vectorStore })

// The second time this runs, both are there already: they count as unchanged, and nothing is embedded again.
const { added, unchanged } = await rag.add([
  { id: "acme.txt", text: "Supply contract with Acme. The buyer pays within 30 days. Cork applies." },
  { id: "bolt.txt", text: "Supply contract with Bolt. The buyer pays within 60 days. Oslo applies." },
])
console.log(`${added.length} added, ${unchanged.length} unchanged`)

const answer = await rag.ask("When does the buyer pay?")
console.log(answer.text)
