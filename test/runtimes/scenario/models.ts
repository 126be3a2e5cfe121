import type { LLMRequest } from "spd-rag"
import { type AiSdkLanguageModel, aiSdk } from "spd-rag/ai-sdk"
import {
  type FakeLLM,
  type FakeReply,
  fakeLLM,
  foundReply,
  planReply,
  searchReply,
  shownIn,
  stageOf,
} from "spd-rag/testing"

/** Plans, searches, quotes and writes as a model would. */
export const scriptedModel = (): FakeLLM => fakeLLM({ streamPieces: 4, reply: replyTo })

function replyTo(request: LLMRequest): FakeReply {
  const stage = stageOf(request)
  if (stage === "coordinator") return planReply(["State the term of payment in days."])
  if (stage === "synthesis") return "One in 30 days [E1], the other in 60 [E2]."
  const [quote, days] = /The buyer pays within (\d+) days\./.exec(shownIn(request)) ?? []
  return quote === undefined
    ? searchReply("buyer pays days")
    : foundReply({ answer: `${days} days`, quotes: quote })
}

/** The same model as one of the AI SDK's, through the adapter. */
export function aiSdkModel() {
  const llm = scriptedModel()
  const usage = { inputTokens: { total: 10 }, outputTokens: { total: 5 } }
  const textOf = async ({ prompt, responseFormat }: Parameters<AiSdkLanguageModel["doGenerate"]>[0]) => {
    const messages = prompt.map(({ role, content }) => ({
      role,
      content: typeof content === "string" ? content : content.map(({ text }) => text).join(""),
    }))
    return (await llm.generate({ messages, jsonSchema: responseFormat?.schema })).text
  }
  const model: AiSdkLanguageModel = {
    specificationVersion: "v3",
    provider: "scripted",
    modelId: "scripted-1",
    doGenerate: async (options) => ({
      content: [{ type: "text", text: await textOf(options) }],
      finishReason: { unified: "stop" },
      usage,
    }),
    doStream: async (options) => {
      const text = await textOf(options)
      const parts = [
        { type: "text-delta", delta: text },
        { type: "finish", finishReason: { unified: "stop" }, usage },
      ]
      const stream = new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(part)
          controller.close()
        },
      })
      return { stream }
    },
  }
  return aiSdk(model, { contextWindow: 100_000 })
}
