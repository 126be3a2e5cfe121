/** Makes one call that fails, and says so and what it left behind: `failing-process NAME ADDRESS`. */
import { cohereEmbedder, cohereReranker } from "../../../src/adapters/cohere"
import { gemini, geminiEmbedder } from "../../../src/adapters/gemini"

const [name, baseUrl = ""] = process.argv.slice(2)
const connection = { apiKey: "key", baseUrl }
const texts = ["text"]
const messages = [{ role: "user" as const, content: "hi" }]
const aiSdk = () => import("../ai-sdk/providers")
const calls: { readonly [name: string]: () => Promise<unknown> } = {
  gemini: () => gemini({ model: "gemini-2.5-flash", ...connection }).generate({ messages }),
  geminiEmbedder: () => geminiEmbedder(connection).embed({ texts, purpose: "query" }),
  cohereEmbedder: () => cohereEmbedder(connection).embed({ texts, purpose: "query" }),
  aiSdk: async () => (await aiSdk()).languageModel(connection).generate({ messages }),
  aiSdkEmbedder: async () => (await aiSdk()).embeddingModel(connection).embed({ texts, purpose: "query" }),
  aiSdkReranker: async () =>
    (await aiSdk()).rerankingModel(connection).rerank({ query: "q", texts, topN: 1 }),
  cohereReranker: () => cohereReranker(connection).rerank({ query: "q", texts, topN: 1 }),
}
// Its own streams, made on first use, are there before the call; what is there after it and a few turns holds the process.
const { stdout, stderr } = process
if (!stdout.writable || !stderr.writable) throw new Error("no streams to write to")
const before = process.getActiveResourcesInfo()
const failure: Error | undefined = await calls[name as string]?.().then(
  () => undefined,
  (error) => error,
)
for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
const left = process.getActiveResourcesInfo()
for (const resource of [...before, "Immediate"]) {
  const at = left.indexOf(resource)
  if (at >= 0) left.splice(at, 1)
}
stdout.write(`failed: ${failure?.name}, left: ${left.join(", ") || "nothing"}\n`)
