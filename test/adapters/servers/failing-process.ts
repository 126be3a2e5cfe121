/** Makes one call that fails, says so, and ends if nothing holds it: `tsx failing-process.ts NAME ADDRESS`. */
import { cohereEmbedder, cohereReranker } from "../../../src/adapters/cohere"
import { gemini, geminiEmbedder } from "../../../src/adapters/gemini"

const [name, baseUrl = ""] = process.argv.slice(2)
const connection = { apiKey: "key", baseUrl }
const texts = ["text"]
const calls: { readonly [name: string]: () => Promise<unknown> } = {
  gemini: () =>
    gemini({ model: "gemini-2.5-flash", ...connection }).generate({
      messages: [{ role: "user", content: "hi" }],
    }),
  geminiEmbedder: () => geminiEmbedder(connection).embed({ texts, purpose: "query" }),
  cohereEmbedder: () => cohereEmbedder(connection).embed({ texts, purpose: "query" }),
  cohereReranker: () => cohereReranker(connection).rerank({ query: "q", texts, topN: 1 }),
}
await calls[name as string]?.().catch((error: Error) => process.stdout.write(`failed: ${error.name}\n`))
