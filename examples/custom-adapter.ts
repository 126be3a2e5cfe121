import type { LLM, LLMRequest, LLMResponse } from "spd-rag"
import {
  brokenAnswer,
  checkBaseUrl,
  checkKeys,
  checkModel,
  checkPositiveInteger,
  checkTimeout,
  httpFailure,
  keyRing,
  observeFetch,
  openCall,
  platformFetch,
} from "spd-rag/kit"

export interface ChatServerOptions {
  /** Of any server with OpenAI's chat completions, for example `http://localhost:8000/v1`. */
  readonly baseUrl: string
  /** One key or several: after a 429 the next attempt uses the next key. */
  readonly apiKey: string | readonly string[]
  readonly model: string
  /** Tokens a call may hold, prompt and output together. */
  readonly contextWindow: number
  /** Time one call may take. @default 300_000 */
  readonly timeoutMs?: number
}

interface Completion {
  readonly choices?: readonly {
    readonly message?: { readonly content?: string }
    readonly finish_reason?: string
  }[]
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number }
}

/**
 * A plug of one's own: one request in, one attempt, one result out. Retries, limits and parsing are the library's.
 * examples/custom-adapter.test.ts holds it to the contract, as you can hold yours:
 *
 *   describeLLM("chat server", { describe, it, create: () => chatServer({ baseUrl, apiKey, model, contextWindow }) })
 */
export function chatServer(options: ChatServerOptions): LLM {
  const model = checkModel(options.model)
  const url = `${checkBaseUrl(options.baseUrl)}/chat/completions`
  const timeoutMs = checkTimeout(options.timeoutMs ?? 300_000)
  const keys = checkKeys(options.apiKey, "any word where the server needs none")
  const ring = keyRing(keys.length)
  const names = { provider: "chat-server", name: "The chat server", model }

  return {
    modelId: model,
    contextWindow: checkPositiveInteger("contextWindow", options.contextWindow),
    async generate(request) {
      const call = openCall(`The chat server's model ${model}`, timeoutMs, request.signal)
      const { fetch, exchange } = observeFetch(platformFetch)
      const position = ring.current()
      try {
        return await call.run(async () => {
          const response = await fetch(url, {
            method: "POST",
            headers: { authorization: `Bearer ${keys[position]}`, "content-type": "application/json" },
            body: JSON.stringify(bodyOf(model, request)),
            signal: call.signal,
          })
          if (!response.ok) throw new Error("refused")
          const reply = responseOf((await response.json()) as Completion)
          if (reply === undefined) throw brokenAnswer(names, "no reply")
          return reply
        })
      } catch (error) {
        throw call.failure(error, () => {
          const { status, retryAfterMs } = exchange
          const waitMs = status === 429 ? ring.limited(position, retryAfterMs, Date.now()) : retryAfterMs
          const tooLong = status === 413
          const detail = { sent: request, secrets: keys }
          return httpFailure(names, exchange, error, { retryAfterMs: waitMs, tooLong, detail })
        })
      } finally {
        call.close()
      }
    },
  }
}

function bodyOf(model: string, { messages, jsonSchema, temperature, maxOutputTokens }: LLMRequest): object {
  const schema = { name: "reply", schema: jsonSchema, strict: true }
  return {
    model,
    messages,
    temperature,
    max_tokens: maxOutputTokens,
    ...(jsonSchema === undefined ? {} : { response_format: { type: "json_schema", json_schema: schema } }),
  }
}

function responseOf({ choices, usage }: Completion): LLMResponse | undefined {
  const { message, finish_reason: reason } = choices?.[0] ?? {}
  if (typeof message?.content !== "string") return undefined
  return {
    text: message.content,
    finishReason: reason === "length" ? "length" : reason === "content_filter" ? "blocked" : "stop",
    usage: usage && { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens },
  }
}
