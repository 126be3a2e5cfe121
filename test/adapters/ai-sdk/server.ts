import {
  type CapturedRequest,
  type FaultServer,
  type ServerAnswer,
  startFaultServer,
} from "../kit/fault-server"
import { hashVector } from "../kit/hash-vector"
import { sampleValue } from "../kit/sample-value"

export interface OpenAIServerOptions {
  /** @default a value of the schema, or the last message repeated */
  readonly reply?: (messages: readonly { role: string; content: string }[], schema: unknown) => string
  readonly dimensions?: number
}

/** Speaks the chat completions and embeddings that OpenAI-compatible servers share. */
export function startOpenAIServer(options: OpenAIServerOptions = {}): Promise<FaultServer> {
  return startFaultServer((request) => {
    if (!/^Bearer \S+$/.test(request.headers.authorization ?? "")) return openAIError(401, "no key")
    if (String(request.body.model).startsWith("missing")) return openAIError(404, "no such model")
    if (request.url.endsWith("/embeddings")) return embeddings(request, options.dimensions ?? 64)
    if (!request.url.endsWith("/chat/completions")) return openAIError(404, "no such address")
    const text = replyTo(request, options)
    return request.body.stream === true ? { events: streamed(request, text) } : { json: whole(request, text) }
  })
}

export function openAIError(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  code = "some_code",
): ServerAnswer {
  return { status, headers, json: { error: { message, type: "some_error", param: null, code } } }
}

export const sse = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

export function chunk(delta: Record<string, unknown>, finish_reason: string | null = null) {
  return { id: "c1", created: 1, model: "fake", choices: [{ index: 0, delta, finish_reason }] }
}

function replyTo({ body }: CapturedRequest, options: OpenAIServerOptions): string {
  const schema = body.response_format?.json_schema?.schema
  const last = body.messages.at(-1)?.content ?? ""
  if (options.reply !== undefined) return options.reply(body.messages, schema)
  return schema === undefined ? `Reply to: ${last}` : JSON.stringify(sampleValue(schema, last))
}

function usage({ body }: CapturedRequest, text: string) {
  const characters = JSON.stringify(body.messages).length
  return {
    prompt_tokens: Math.ceil(characters / 4),
    completion_tokens: Math.ceil(text.length / 4) + 5,
    total_tokens: Math.ceil(characters / 4) + Math.ceil(text.length / 4) + 5,
    prompt_tokens_details: { cached_tokens: 3 },
    completion_tokens_details: { reasoning_tokens: 5 },
  }
}

function whole(request: CapturedRequest, text: string) {
  const message = { role: "assistant", content: text, reasoning_content: "let me think" }
  return {
    id: "c1",
    created: 1,
    model: "fake",
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage: usage(request, text),
  }
}

function streamed(request: CapturedRequest, text: string): string[] {
  const middle = Math.ceil(text.length / 2)
  return [
    sse(chunk({ role: "assistant", reasoning_content: "let me think" })),
    sse(chunk({ content: text.slice(0, middle) })),
    sse(chunk({ content: text.slice(middle) })),
    sse(chunk({}, "stop")),
    sse({ id: "c1", created: 1, model: "fake", choices: [], usage: usage(request, text) }),
    "data: [DONE]\n\n",
  ]
}

function embeddings({ body }: CapturedRequest, dimensions: number): ServerAnswer {
  const texts: string[] = body.input
  return {
    json: {
      object: "list",
      data: texts.map((text, index) => ({
        object: "embedding",
        index,
        embedding: hashVector(text, body.dimensions ?? dimensions),
      })),
      model: body.model,
      usage: { prompt_tokens: texts.join("").length, total_tokens: texts.join("").length },
    },
  }
}
