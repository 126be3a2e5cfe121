/** Makes one call that fails, says so, and ends if nothing holds it: `tsx failing-process.ts NAME ADDRESS`. */
import { cohereEmbedder, cohereReranker } from "../../../src/adapters/cohere"
import { gemini, geminiEmbedder } from "../../../src/adapters/gemini"
import { embeddingModel, languageModel, rerankingModel } from "../ai-sdk/providers"

const [name, baseUrl = ""] = process.argv.slice(2)
const connection = { apiKey: "key", baseUrl }
const texts = ["text"]
const messages = [{ role: "user" as const, content: "hi" }]
const calls: { readonly [name: string]: () => Promise<unknown> } = {
  gemini: () => gemini({ model: "gemini-2.5-flash", ...connection }).generate({ messages }),
  geminiEmbedder: () => geminiEmbedder(connection).embed({ texts, purpose: "query" }),
  cohereEmbedder: () => cohereEmbedder(connection).embed({ texts, purpose: "query" }),
  aiSdk: () => languageModel(connection).generate({ messages }),
  aiSdkEmbedder: () => embeddingModel(connection).embed({ texts, purpose: "query" }),
  aiSdkReranker: () => rerankingModel(connection).rerank({ query: "q", texts, topN: 1 }),
  cohereReranker: () => cohereReranker(connection).rerank({ query: "q", texts, topN: 1 }),
}
await calls[name as string]?.().catch((error: Error) => process.stdout.write(`failed: ${error.name}\n`))
