import type { Attributes } from "@opentelemetry/api"
import type { LLMRequest } from "../contracts"

const part = (content: string) => ({ type: "text", content })

/** What a model is sent, as the conventions write it. */
export function inputContent({ messages }: LLMRequest): Attributes {
  const rules = messages.filter(({ role }) => role === "system")
  const said = messages.filter(({ role }) => role !== "system")
  return {
    "gen_ai.system_instructions": JSON.stringify(rules.map(({ content }) => part(content))),
    "gen_ai.input.messages": JSON.stringify(
      said.map(({ role, content }) => ({ role, parts: [part(content)] })),
    ),
  }
}

export function outputContent(text: string, finishReason: string): Attributes {
  const message = { role: "assistant", parts: [part(text)], finish_reason: finishReason }
  return { "gen_ai.output.messages": JSON.stringify([message]) }
}
