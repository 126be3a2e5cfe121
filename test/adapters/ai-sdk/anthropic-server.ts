import {
  type CapturedRequest,
  type FaultServer,
  type ServerAnswer,
  startFaultServer,
} from "../kit/fault-server"

interface Turn {
  readonly role: string
  readonly content: string
}

export interface AnthropicServerOptions {
  /** The text of a reply; that of one with a schema is JSON. */
  readonly reply: (messages: readonly Turn[], schema: unknown) => string
  readonly key: string
}

/** Speaks Anthropic's messages: text, JSON by `output_config`, and JSON as the input of a tool, whole or streamed. */
export function startAnthropicServer({ reply, key }: AnthropicServerOptions): Promise<FaultServer> {
  return startFaultServer((request) => {
    const { url, headers, body } = request
    if (headers["x-api-key"] !== key) return anthropicError(401, "authentication_error", "invalid x-api-key")
    if (headers["anthropic-version"] === undefined || url !== "/v1/messages")
      return anthropicError(400, "invalid_request_error", "no such address or version")
    if (body.model.startsWith("missing"))
      return anthropicError(404, "not_found_error", `model: ${body.model}`)
    const tool = body.tools?.[0]
    const text = reply(turnsOf(request), tool?.input_schema ?? body.output_config?.format?.schema)
    const block =
      tool === undefined
        ? { type: "text", text }
        : { type: "tool_use", id: "t1", name: tool.name, input: JSON.parse(text) }
    return body.stream === true
      ? { events: streamed(request, text, tool?.name) }
      : { json: { ...head(request), content: [block], ...ending(tool), usage: usage(request, text) } }
  })
}

function anthropicError(status: number, type: string, message: string): ServerAnswer {
  return { status, json: { type: "error", error: { type, message } } }
}

const textOf = (content: string | readonly { readonly text: string }[]): string =>
  typeof content === "string" ? content : content.map(({ text }) => text).join("")

function turnsOf({ body: { system, messages } }: CapturedRequest): readonly Turn[] {
  const turns: Turn[] = messages.map(({ role, content }: { role: string; content: string }) => ({
    role,
    content: textOf(content),
  }))
  return [{ role: "system", content: textOf(system ?? "") }, ...turns]
}

const head = ({ body }: CapturedRequest) => ({
  type: "message",
  id: "m1",
  role: "assistant",
  model: body.model,
})

const ending = (tool: unknown) => ({
  stop_reason: tool === undefined ? "end_turn" : "tool_use",
  stop_sequence: null,
})

const usage = ({ body }: CapturedRequest, text: string) => ({
  input_tokens: Math.ceil(JSON.stringify(body.messages).length / 4),
  output_tokens: Math.ceil(text.length / 4),
})

function streamed(request: CapturedRequest, text: string, tool: string | undefined): string[] {
  const { input_tokens, output_tokens } = usage(request, text)
  const middle = Math.ceil(text.length / 2)
  const block =
    tool === undefined ? { type: "text", text: "" } : { type: "tool_use", id: "t1", name: tool, input: {} }
  const delta = (part: string) =>
    tool === undefined ? { type: "text_delta", text: part } : { type: "input_json_delta", partial_json: part }
  const start = {
    ...head(request),
    content: [],
    stop_reason: null,
    usage: { input_tokens, output_tokens: 1 },
  }
  return [
    { type: "message_start", message: start },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "ping" },
    { type: "content_block_delta", index: 0, delta: delta(text.slice(0, middle)) },
    { type: "content_block_delta", index: 0, delta: delta(text.slice(middle)) },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: ending(tool), usage: { output_tokens } },
    { type: "message_stop" },
  ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
}
