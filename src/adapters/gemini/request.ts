import type { LLMRequest } from "../../contracts"
import { InvalidArgumentError } from "../../errors"
import type { GeminiCallConfig, GeminiRequest } from "./client"
import { geminiSchema } from "./schema"

export interface GeminiThinking {
  readonly thinkingBudget?: number | undefined
  readonly thinkingLevel?: string | undefined
}

export function toGeminiRequest(
  model: string,
  request: LLMRequest,
  thinking: GeminiThinking,
  call: GeminiCallConfig,
): GeminiRequest {
  const { messages, jsonSchema, temperature, maxOutputTokens } = request
  const system = messages.filter((message) => message.role === "system").map((message) => message.content)
  const contents = messages
    .filter((message) => message.role !== "system")
    .map(({ role, content }) => ({
      role: role === "assistant" ? "model" : "user",
      parts: [{ text: content }],
    }))
  if (contents.length === 0) {
    throw new InvalidArgumentError("messages", messages, "a list with a message of the user")
  }
  const { thinkingBudget, thinkingLevel } = thinking
  return {
    model,
    contents,
    config: {
      ...call,
      // Otherwise the SDK calls again, without bound, for as long as the model says CONTINUATION.
      automaticContinuation: false,
      ...(system.length === 0 ? {} : { systemInstruction: system.join("\n\n") }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(jsonSchema === undefined
        ? {}
        : { responseMimeType: "application/json", responseJsonSchema: geminiSchema(jsonSchema) }),
      ...(thinkingBudget === undefined ? {} : { thinkingConfig: { thinkingBudget } }),
      ...(thinkingLevel === undefined
        ? {}
        : { thinkingConfig: { thinkingLevel: thinkingLevel.toUpperCase() } }),
    },
  }
}
