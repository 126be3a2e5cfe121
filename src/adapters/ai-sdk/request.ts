import type { JSONSchema, LLMRequest } from "../../contracts"
import { InvalidArgumentError } from "../../errors"
import type { AiSdkCallOptions, AiSdkMessage, AiSdkSharedOptions, AiSdkWarning } from "./model"

/** How a JSON Schema reaches the model. */
export type AiSdkJsonSchema = "response-format" | "prompt"

export function toAiSdkRequest(
  request: LLMRequest,
  mode: AiSdkJsonSchema,
  shared: AiSdkSharedOptions,
): AiSdkCallOptions {
  const { messages, jsonSchema, temperature, maxOutputTokens } = request
  const turns = messages.filter((message) => message.role !== "system")
  if (turns.length === 0) {
    throw new InvalidArgumentError("messages", messages, "a list with a message of the user")
  }
  const system = messages.filter((message) => message.role === "system").map((message) => message.content)
  if (jsonSchema !== undefined && mode === "prompt") system.push(schemaInstruction(jsonSchema))
  return {
    ...shared,
    prompt: [
      // Several providers refuse a second system message, or one amid the turns.
      ...(system.length === 0 ? [] : [{ role: "system" as const, content: system.join("\n\n") }]),
      ...turns.map(
        ({ role, content }): AiSdkMessage => ({
          role: role === "assistant" ? "assistant" : "user",
          content: [{ type: "text", text: content }],
        }),
      ),
    ],
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(jsonSchema === undefined ? {} : { responseFormat: responseFormat(jsonSchema, mode) }),
  }
}

function responseFormat(
  jsonSchema: JSONSchema,
  mode: AiSdkJsonSchema,
): { type: "json"; schema?: JSONSchema } {
  // Providers may write into what they are given.
  return mode === "prompt" ? { type: "json" } : { type: "json", schema: structuredClone(jsonSchema) }
}

function schemaInstruction(jsonSchema: JSONSchema): string {
  return `Reply with one JSON value that follows this JSON Schema, and nothing else:\n${JSON.stringify(jsonSchema)}`
}

/** Names under which providers say that they leave the schema out. */
const schemaFeatures = /^(response_?format|json_?schema|structured_?outputs?|schema)\b/i

/** @throws InvalidArgumentError where the provider did not pass the schema on, so that nothing holds the reply to it */
export function checkSchemaTaken(
  model: string,
  { jsonSchema }: LLMRequest,
  mode: AiSdkJsonSchema,
  warnings: readonly AiSdkWarning[] | undefined,
): void {
  if (jsonSchema === undefined || mode === "prompt") return
  const untaken = (warnings ?? []).some(
    ({ type, feature, setting }) =>
      /^unsupported(-setting)?$/.test(type) && schemaFeatures.test(String(feature ?? setting)),
  )
  if (!untaken) return
  throw new InvalidArgumentError(
    "jsonSchema",
    mode,
    `"prompt", or the provider set to structured outputs, since it gives model "${model}" no JSON Schema`,
  )
}
