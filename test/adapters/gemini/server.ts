import {
  type CapturedRequest,
  type FaultServer,
  type ServerAnswer,
  startFaultServer,
} from "../kit/fault-server"
import { hashVector } from "../kit/hash-vector"
import { sampleValue } from "../kit/sample-value"

export interface GeminiPrompt {
  readonly system: string
  readonly messages: readonly { readonly role: string; readonly text: string }[]
  /** As sent; undefined for a reply in plain text. */
  // biome-ignore lint/suspicious/noExplicitAny: a JSON Schema off the wire
  readonly schema: any
}

export interface GeminiServerOptions {
  /** @default a value of the schema, or the last message repeated */
  readonly reply?: (prompt: GeminiPrompt) => string
  readonly embed?: (text: string, dimensions: number) => readonly number[]
  /** @default any key that is not empty */
  readonly keys?: readonly string[]
}

/** Schema keywords that the service refuses with status 400. */
const REFUSED = ["$schema", "const", "default", "exclusiveMaximum", "exclusiveMinimum", "oneOf", "pattern"]

/** Speaks the Gemini API as `@google/genai` 2 and 3 do: unary, streamed and batch embeddings. */
export function startGeminiServer(options: GeminiServerOptions = {}): Promise<FaultServer> {
  return startFaultServer((request) => {
    const [, model, method] = /^\/v1(?:beta)?\/models\/([^:/]+):(\w+)/.exec(request.url) ?? []
    const key = String(request.headers["x-goog-api-key"] ?? "")
    if (key === "" || (options.keys !== undefined && !options.keys.includes(key))) {
      return geminiError(400, "INVALID_ARGUMENT", "API key not valid.", [{ reason: "API_KEY_INVALID" }])
    }
    if (model === undefined || !model.startsWith("gemini-")) {
      return geminiError(404, "NOT_FOUND", `models/${model} is not found.`)
    }
    if (method === "batchEmbedContents") return embeddings(request, options)
    const refused = refusedKeyword(request.body.generationConfig?.responseJsonSchema)
    if (refused !== undefined) return geminiError(400, "INVALID_ARGUMENT", `Unknown name "${refused}"`)
    const prompt = promptOf(request)
    const text = options.reply?.(prompt) ?? defaultReply(prompt)
    return method === "streamGenerateContent"
      ? { events: streamed(prompt, text) }
      : { json: whole(prompt, text) }
  })
}

export function geminiError(
  status: number,
  code: string,
  message: string,
  details: readonly unknown[] = [],
  headers: Record<string, string> = {},
): ServerAnswer {
  return { status, headers, json: { error: { code: status, status: code, message, details } } }
}

export function candidate(text: string | undefined, finishReason?: string) {
  const content = text === undefined ? { role: "model" } : { role: "model", parts: [{ text }] }
  return { candidates: [{ content, ...(finishReason === undefined ? {} : { finishReason }), index: 0 }] }
}

export const sse = (value: unknown): string => `data: ${JSON.stringify(value)}\r\n\r\n`

function usage(prompt: GeminiPrompt, text: string) {
  const characters = prompt.system.length + prompt.messages.reduce((sum, { text }) => sum + text.length, 0)
  const promptTokenCount = Math.ceil(characters / 4)
  const candidatesTokenCount = Math.ceil(text.length / 4)
  const counts = { promptTokenCount, candidatesTokenCount, thoughtsTokenCount: 5, cachedContentTokenCount: 1 }
  return { ...counts, totalTokenCount: promptTokenCount + candidatesTokenCount + 5 }
}

function whole(prompt: GeminiPrompt, text: string) {
  return { ...candidate(text, "STOP"), usageMetadata: usage(prompt, text), modelVersion: "gemini-fake" }
}

function streamed(prompt: GeminiPrompt, text: string): string[] {
  const middle = Math.ceil(text.length / 2)
  return [
    sse({ ...candidate(text.slice(0, middle)), usageMetadata: { promptTokenCount: 1 } }),
    sse(whole(prompt, text.slice(middle))).replace(/"candidatesTokenCount":\d+/, () => {
      return `"candidatesTokenCount":${Math.ceil(text.length / 4)}`
    }),
  ]
}

function promptOf({ body }: CapturedRequest): GeminiPrompt {
  const textOf = (content?: { parts: { text: string }[] }) =>
    content?.parts.map((part) => part.text).join("") ?? ""
  return {
    system: textOf(body.systemInstruction),
    messages: body.contents.map((content: { role: string; parts: { text: string }[] }) => ({
      role: content.role,
      text: textOf(content),
    })),
    schema: body.generationConfig?.responseJsonSchema,
  }
}

function defaultReply({ messages, schema }: GeminiPrompt): string {
  const last = messages.at(-1)?.text ?? ""
  return schema === undefined ? `Reply to: ${last}` : JSON.stringify(sampleValue(schema, last))
}

function embeddings({ body }: CapturedRequest, options: GeminiServerOptions): ServerAnswer {
  if (body.requests.length > 100) {
    return geminiError(400, "INVALID_ARGUMENT", "at most 100 requests can be in one batch")
  }
  const embed = options.embed ?? hashVector
  return {
    json: {
      embeddings: body.requests.map(
        (one: { content: { parts: { text: string }[] }; outputDimensionality: number; taskType: string }) => {
          if (!one.taskType) throw new Error("A task type is expected.")
          return { values: embed(one.content.parts[0]?.text ?? "", one.outputDimensionality) }
        },
      ),
    },
  }
}

function refusedKeyword(schema: unknown): string | undefined {
  const text = JSON.stringify(schema ?? {})
  return REFUSED.find((keyword) => text.includes(`${JSON.stringify(keyword)}:`))
}
