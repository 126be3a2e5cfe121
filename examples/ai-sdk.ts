/**
 * Any OpenAI-compatible server by the AI SDK: `npx tsx examples/ai-sdk.ts BASE_URL MODEL`, for example
 * `http://localhost:11434/v1 qwen3:8b`. A key, where the server wants one, is OPENAI_API_KEY.
 */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { spdRag } from "spd-rag"
import { aiSdk } from "spd-rag/ai-sdk"

const [baseURL, model] = process.argv.slice(2)
if (baseURL === undefined || model === undefined) {
  console.error("Usage: npx tsx examples/ai-sdk.ts BASE_URL MODEL")
  process.exit(2)
}
const apiKey = process.env.OPENAI_API_KEY
const provider = createOpenAICompatible({
  name: "compatible",
  baseURL,
  includeUsage: true,
  // Otherwise the provider leaves JSON Schemas out, and `aiSdk` refuses to go on without.
  supportsStructuredOutputs: true,
  ...(apiKey === undefined ? {} : { apiKey }),
})
const llm = aiSdk(provider.chatModel(model), {
  contextWindow: 32_768,
  onWarning: (warning) => console.warn("The provider warns:", warning),
})
const rag = spdRag({ llm })
await rag.add([
  { id: "acme.txt", text: "Supply contract with Acme. The buyer pays within 30 days. Cork applies." },
  { id: "bolt.txt", text: "Supply contract with Bolt. The buyer pays within 60 days. Oslo applies." },
])
const answer = await rag.ask("What are the payment terms of each contract?")
console.log(answer.text)
for (const { number, documentId, quote } of answer.citations)
  console.log(`[${number}] ${documentId}: "${quote}"`)
