import type { LLM, LLMChunk, LLMRequest, LLMResponse } from "../../contracts"
import { type Checks, checkOptions, type Filled, optional } from "../../runtime/check/options"
import { clockPlug } from "../../runtime/check/plugs"
import { filledText, finiteFrom, integerFrom, positive, valueThat } from "../../runtime/check/values"
import { type Clock, systemClock } from "../../runtime/clock"

/** A reply as a script gives it: text, a JSON value, a whole response, or an error to throw. */
export type FakeReply = string | Partial<LLMResponse> | { readonly json: unknown } | Error

/** What the fake replies, and how. */
export interface FakeLLMOptions {
  /**
   * Replies in the order of the calls, or what to reply to a request (`call` counts from 0). Documents are read side by
   * side: replies in order are for one, or for `concurrency: 1`.
   */
  readonly reply:
    | readonly FakeReply[]
    | ((request: LLMRequest, call: number) => FakeReply | Promise<FakeReply>)
  /** @default "fake-llm" */
  readonly modelId?: string | undefined
  /** @default 1_000_000 */
  readonly contextWindow?: number | undefined
  /** Pieces a reply is streamed in; without it the fake can't stream. */
  readonly streamPieces?: number | undefined
  /** Wait before each reply, on `clock`; an abort ends it. @default 0 */
  readonly delayMs?: number | undefined
  /** @default the machine's clock */
  readonly clock?: Clock | undefined
  /** Tokens of prompt and reply for `usage`; `false`: no usage is reported. @default a quarter of the characters */
  readonly countTokens?: ((text: string) => number) | false | undefined
}

const optionChecks: Checks<Filled<FakeLLMOptions, "streamPieces">> = {
  reply: valueThat("replies: an array or a function", isReply),
  modelId: optional(filledText("a model's name"), "fake-llm"),
  contextWindow: optional(positive, 1_000_000),
  streamPieces: optional(integerFrom(1)),
  delayMs: optional(finiteFrom(0), 0),
  clock: optional(clockPlug, systemClock),
  countTokens: optional(
    valueThat<NonNullable<FakeLLMOptions["countTokens"]>>(
      "a function, or false",
      (value) => value === false || typeof value === "function",
    ),
    (text: string) => Math.ceil(text.length / 4),
  ),
}

/** A language model for tests, which keeps its requests. */
export interface FakeLLM extends LLM {
  /** Every request so far, in the order of the calls. */
  readonly calls: readonly LLMRequest[]
}

/**
 * A language model for tests: scripted or by function, no network, no clock. It keeps every request.
 *
 * To fail, script an Error or throw; to hang until aborted, return `hang(request)`; to cut a reply, give
 * `finishReason: "length"`. Asked more often than the script is long, it throws.
 */
export function fakeLLM(options: FakeLLMOptions | FakeLLMOptions["reply"]): FakeLLM {
  const given = isReply(options) ? { reply: options } : options
  const settings = checkOptions(given, optionChecks, "options")
  const { reply, modelId, contextWindow, streamPieces, delayMs, clock, countTokens: count } = settings
  const calls: LLMRequest[] = []
  const respond = async (request: LLMRequest): Promise<LLMResponse> => {
    request.signal?.throwIfAborted()
    const call = calls.push(request) - 1
    if (delayMs > 0) await clock.sleep(delayMs, request.signal)
    const given = typeof reply === "function" ? await reply(request, call) : reply[call]
    if (given === undefined)
      throw new Error(
        `fakeLLM was asked ${call + 1} times and has ${Array.isArray(reply) ? reply.length : 0} replies.`,
      )
    if (given instanceof Error) throw given
    const response = responseOf(given)
    if (count === false || "usage" in response) return response
    const inputTokens = request.messages.reduce((sum, { content }) => sum + count(content), 0)
    return { ...response, usage: { inputTokens, outputTokens: count(response.text) } }
  }
  const llm: FakeLLM = { modelId, contextWindow, calls, generate: respond }
  if (streamPieces === undefined) return llm
  return {
    ...llm,
    async *stream(request): AsyncIterable<LLMChunk> {
      const { text, finishReason, usage } = await respond(request)
      const size = Math.max(1, Math.ceil(text.length / streamPieces))
      for (let start = 0; start < text.length; start += size) {
        request.signal?.throwIfAborted()
        yield { text: text.slice(start, start + size) }
      }
      yield { text: "", finishReason, usage }
    },
  }
}

/** Never settles by itself; rejects with the signal's reason when the request is aborted. */
export function hang(request: { readonly signal?: AbortSignal | undefined }): Promise<never> {
  return new Promise((_, reject) => {
    const { signal } = request
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
}

function isReply(options: unknown): options is FakeLLMOptions["reply"] {
  return typeof options === "function" || Array.isArray(options)
}

function responseOf(reply: Exclude<FakeReply, Error>): LLMResponse {
  if (typeof reply === "string") return { text: reply, finishReason: "stop" }
  if ("json" in reply) return { text: JSON.stringify(reply.json), finishReason: "stop" }
  const { text = "", finishReason = "stop", ...rest } = reply as Partial<LLMResponse>
  return { text, finishReason, ...rest }
}
