import type { JSONSchema, Message } from "spd-rag"
import { codeWordReply } from "../../support/model"
import type { GeminiPrompt } from "../gemini/server"

/** The model of `codeWordModel`, behind whatever protocol: the text of its reply. */
export function codeWordText(
  messages: readonly { readonly role: string; readonly content: string }[],
  schema: unknown,
): string {
  const request = { messages: messages as readonly Message[], jsonSchema: schema as JSONSchema | undefined }
  const reply = codeWordReply(request)
  return typeof reply === "string" ? reply : JSON.stringify(reply.json)
}

export function geminiCodeWords({ system, messages, schema }: GeminiPrompt): string {
  const turns = messages.map(({ role, text }) => ({ role, content: text }))
  return codeWordText([{ role: "system", content: system }, ...turns], schema)
}
