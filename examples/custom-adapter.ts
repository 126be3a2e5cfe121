import { type LLM, type LLMRequest, type LLMResponse, ProviderError, SpdRagError } from "spd-rag"

export interface ChatServerOptions {
  /** Of any server with OpenAI's chat completions, for example `http://localhost:8000/v1`. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly model: string
  /** Tokens a call may hold, prompt and output together. */
  readonly contextWindow: number
}

interface Completion {
  readonly choices?: readonly {
    readonly message?: { readonly content?: string }
    readonly finish_reason?: string
  }[]
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number }
}

/**
 * A plug of one's own: one request in, one attempt, one result out. Retries, time-outs, limits and parsing are the
 * library's. examples/custom-adapter.test.ts holds it to the contract, as you can hold yours:
 *
 *   describeLLM("chat server", { describe, it, create: () => chatServer({ baseUrl, apiKey, model, contextWindow }) })
 */
export function chatServer({ baseUrl, apiKey, model, contextWindow }: ChatServerOptions): LLM {
  // What went wrong is named by status alone: a server may repeat the key or the prompt in its own words.
  const failed = (what: string, status?: number, retryAfterMs?: number) =>
    new ProviderError(`The chat server ${what}.`, { provider: "chat-server", status, retryAfterMs })

  return {
    modelId: model,
    contextWindow,
    async generate(request) {
      const { signal } = request
      signal?.throwIfAborted()
      // A signal of this call's own: `fetch` leaves a listener on whatever it is given, and many calls share the other.
      const call = new AbortController()
      const abort = () => call.abort(signal?.reason)
      signal?.addEventListener("abort", abort)
      try {
        const response = await fetch(`${baseUrl}/chat/completions`, {
          method: "POST",
          headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
          body: JSON.stringify(bodyOf(model, request)),
          signal: call.signal,
        })
        if (!response.ok) {
          const seconds = Number(response.headers.get("retry-after") ?? Number.NaN)
          await response.body?.cancel()
          throw failed(
            `answered with status ${response.status}`,
            response.status,
            seconds * 1000 || undefined,
          )
        }
        const reply = responseOf((await response.json()) as Completion)
        if (reply === undefined) throw failed("sent no reply")
        return reply
      } catch (error) {
        // An abort keeps the caller's own reason.
        if (signal?.aborted) throw signal.reason
        throw SpdRagError.isInstance(error) ? error : failed("could not be reached, or broke off")
      } finally {
        signal?.removeEventListener("abort", abort)
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
