import type { JSONSchema } from "../../contracts"

/**
 * The few fields and methods of the AI SDK's provider specifications that are used, versions 2, 3 and 4 alike
 * (`@ai-sdk/provider` 2, 3 and 4; `ai` 5, 6 and 7).
 */
export interface AiSdkModel {
  /** `v2`, `v3` or `v4`. */
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
}

/** Headers of the provider's answer, where it speaks HTTP. */
export interface AiSdkAnswered {
  readonly response?:
    | { readonly headers?: { readonly [name: string]: string | undefined } | undefined }
    | undefined
}

/** The parts of the AI SDK's language model that are called. */
export interface AiSdkLanguageModel extends AiSdkModel {
  doGenerate(options: AiSdkCallOptions): PromiseLike<AiSdkReply>
  doStream(
    options: AiSdkCallOptions,
  ): PromiseLike<AiSdkAnswered & { readonly stream: ReadableStream<AiSdkStreamPart> }>
}

/** The parts of the AI SDK's embedding model that are called. */
export interface AiSdkEmbeddingModel extends AiSdkModel {
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined
  doEmbed(options: AiSdkSharedOptions & { values: string[] }): PromiseLike<{
    readonly response?: AiSdkAnswered["response"]
    readonly embeddings: readonly (readonly number[])[]
    readonly usage?: { readonly tokens: number } | undefined
    readonly warnings?: readonly AiSdkWarning[] | undefined
  }>
}

/** The parts of the AI SDK's reranking model that are called. */
export interface AiSdkRerankingModel extends AiSdkModel {
  doRerank(
    options: AiSdkSharedOptions & {
      documents: { type: "text"; values: string[] }
      query: string
      topN?: number
    },
  ): PromiseLike<{
    readonly response?: AiSdkAnswered["response"]
    readonly ranking: readonly { readonly index: number; readonly relevanceScore: number }[]
    readonly warnings?: readonly AiSdkWarning[] | undefined
  }>
}

/** Settings of the providers' own, by provider: `{ openai: { reasoningEffort: "low" } }`. */
export type AiSdkProviderOptions = { [provider: string]: { [setting: string]: AiSdkJSON } }

/** Any JSON, not readonly since the specifications are not. */
export type AiSdkJSON = null | string | number | boolean | AiSdkJSON[] | { [key: string]: AiSdkJSON }

export interface AiSdkSharedOptions {
  abortSignal?: AbortSignal
  providerOptions?: AiSdkProviderOptions
  headers?: Record<string, string>
}

export interface AiSdkCallOptions extends AiSdkSharedOptions {
  prompt: AiSdkMessage[]
  temperature?: number
  maxOutputTokens?: number
  responseFormat?: { type: "json"; schema?: JSONSchema }
}

export type AiSdkMessage =
  | { role: "system"; content: string }
  | { role: "user"; content: { type: "text"; text: string }[] }
  | { role: "assistant"; content: { type: "text"; text: string }[] }

export interface AiSdkReply extends AiSdkAnswered {
  readonly content: readonly { readonly type: string; readonly text?: string | undefined }[]
  readonly structuredOutputText?: string | undefined
  readonly finishReason: AiSdkFinishReason
  readonly usage?: AiSdkUsage | undefined
  readonly warnings?: readonly AiSdkWarning[] | undefined
}

/** A word in version 2; later the unified word and the provider's own. */
export type AiSdkFinishReason = string | { readonly unified: string; readonly raw?: string | undefined }

/** Plain counts in version 2; later counts by kind. */
export interface AiSdkUsage {
  readonly inputTokens?: number | AiSdkTokens | undefined
  readonly outputTokens?: number | AiSdkTokens | undefined
  readonly cachedInputTokens?: number | undefined
}

export interface AiSdkTokens {
  readonly total?: number | undefined
  readonly cacheRead?: number | undefined
}

/** What a provider did not do as asked: a feature (a setting in version 2), or a message. */
export interface AiSdkWarning {
  readonly type: string
  readonly feature?: string | undefined
  readonly setting?: unknown
  readonly details?: string | undefined
  readonly message?: string | undefined
}

/** The parts that are read; others pass by. */
export interface AiSdkStreamPart {
  readonly type: string
  readonly delta?: unknown
  readonly warnings?: readonly AiSdkWarning[] | undefined
  readonly finishReason?: AiSdkFinishReason | undefined
  readonly usage?: AiSdkUsage | undefined
  readonly error?: unknown
}
