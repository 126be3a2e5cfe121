import { coverageOf, spdRag } from "spd-rag"
import { cohereEmbedder, cohereReranker } from "spd-rag/cohere"
import { gemini } from "spd-rag/gemini"

// The paper's own models. npm install @google/genai cohere-ai, then
// GEMINI_API_KEY=... CO_API_KEY=... npx tsx examples/gemini-cohere.ts
const { GEMINI_API_KEY: apiKey, CO_API_KEY: cohereKey } = process.env
if (!apiKey || !cohereKey) {
  console.error("Set GEMINI_API_KEY and CO_API_KEY: this example calls both services.")
  process.exit(1)
}

const strong = gemini({ model: "gemini-2.5-pro", apiKey })
const rag = spdRag({
  // The coordinator and the synthesizer are called a few times a question, the agent at least once a document.
  llm: { coordinator: strong, agent: gemini({ model: "gemini-2.5-flash", apiKey }), synthesizer: strong },
  embedder: cohereEmbedder({ apiKey: cohereKey }),
  reranker: cohereReranker({ apiKey: cohereKey }),
  limits: { maxTokens: 100_000 },
})

await rag.add([
  { id: "acme.txt", text: "Supply contract with Acme. The buyer pays within 30 days. Cork applies." },
  { id: "bolt.txt", text: "Supply contract with Bolt. The buyer pays within 60 days. Oslo applies." },
  { id: "lease.txt", text: "Lease of the warehouse in Bergen. It ends in May 2031." },
])
const answer = await rag.ask("What are the payment terms of the supply contracts?")

console.log(answer.text)
for (const { number, documentId, quote } of answer.citations) {
  console.log(`[${number}] ${documentId}: "${quote}"`)
}
console.log(coverageOf(answer).counts, answer.usage.byModel)
