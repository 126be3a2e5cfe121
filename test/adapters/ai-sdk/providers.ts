import { createCohere } from "@ai-sdk/cohere"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { aiSdk, aiSdkEmbedder, aiSdkReranker } from "../../../src/adapters/ai-sdk"

export interface Address {
  readonly apiKey: string | readonly string[]
  readonly baseUrl: string
  readonly timeoutMs?: number
}

/** Real providers of the AI SDK, aimed at a loopback server. */
export const compatible = ({ apiKey, baseUrl }: Address, supportsStructuredOutputs = true) =>
  createOpenAICompatible({
    name: "loopback",
    baseURL: `${baseUrl}/v1`,
    apiKey: String(apiKey),
    supportsStructuredOutputs,
    includeUsage: true,
  })

export const languageModel = (address: Address) =>
  aiSdk(compatible(address).chatModel("chat-1"), { contextWindow: 128_000, ...timeoutOf(address) })

export const embeddingModel = (address: Address) =>
  aiSdkEmbedder(compatible(address).embeddingModel("embed-1"), { dimensions: 64, ...timeoutOf(address) })

export const rerankingModel = (address: Address) =>
  aiSdkReranker(
    createCohere({ apiKey: String(address.apiKey), baseURL: `${address.baseUrl}/v2` }).rerankingModel(
      "rerank-v4.0-fast",
    ),
    timeoutOf(address),
  )

function timeoutOf({ timeoutMs }: Address): { timeoutMs?: number } {
  return timeoutMs === undefined ? {} : { timeoutMs }
}
