import type { JSONSchema } from "./json"
import type { QuotaLeft, Stage, TokenUsage } from "./usage"

/** Messages in, text out. One call is one attempt: retries, time-outs and metering are the core's. */
export interface LLM {
  /** Names usage and prices. */
  readonly modelId: string
  /** Tokens a call may hold, prompt and output together. */
  readonly contextWindow: number
  /**
   * Beside the request and `modelId`, what determines the result: the adapter and its version, its parameters. Part of
   * the keys of a cache, so that no secret belongs in it. @default nothing else does
   */
  readonly fingerprint?: string | undefined
  generate(request: LLMRequest): Promise<LLMResponse>
  /** Optional ability: the text as it comes; the last chunk carries `finishReason` and, where known, `usage`. */
  stream?(request: LLMRequest): AsyncIterable<LLMChunk>
}

/** One call of a language model. */
export interface LLMRequest {
  readonly messages: readonly Message[]
  /** When given, the reply's text must be one JSON value of this shape. The core validates it. */
  readonly jsonSchema?: JSONSchema | undefined
  readonly temperature?: number | undefined
  readonly maxOutputTokens?: number | undefined
  /** What the call is made for, for logging of one's own; it changes no result. Given by runs. */
  readonly stage?: Stage | undefined
  /** The document that an agent reads by this call. */
  readonly documentId?: string | undefined
  /** The merge in between that the call is a part of; the last one has none. */
  readonly merge?: { readonly round: number; readonly batch: number } | undefined
  readonly signal?: AbortSignal | undefined
}

/** One message of a conversation. */
export interface Message {
  readonly role: "system" | "user" | "assistant"
  readonly content: string
}

/** `length`: the reply was cut by the output limit. `blocked`: the provider refused; `text` is what came before. */
export type FinishReason = "stop" | "length" | "blocked"

/** A whole reply of a language model. */
export interface LLMResponse {
  readonly text: string
  readonly finishReason: FinishReason
  readonly usage?: TokenUsage | undefined
  /** Where the provider says it: the pace of calls adapts before a quota is used up. */
  readonly quotaLeft?: QuotaLeft | undefined
}

/** A piece of a streamed reply; what it says beside its text comes with the last one. */
export interface LLMChunk {
  readonly text: string
  readonly finishReason?: FinishReason | undefined
  readonly usage?: TokenUsage | undefined
  /** Where the provider says it: the pace of calls adapts before a quota is used up. */
  readonly quotaLeft?: QuotaLeft | undefined
}
