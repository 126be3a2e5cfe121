/** The few methods of `GoogleGenAI` (`@google/genai`) that are called; a client of any version that has them fits. */
export interface GeminiClient {
  readonly models: {
    generateContent(request: GeminiRequest): Promise<GeminiReply>
    generateContentStream(request: GeminiRequest): Promise<AsyncIterable<GeminiReply>>
    embedContent(request: GeminiEmbedRequest): Promise<GeminiEmbedReply>
  }
}

export interface GeminiCallConfig {
  abortSignal: AbortSignal
  httpOptions?: { fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response> }
}

export interface GeminiRequest {
  model: string
  contents: { role: string; parts: { text: string }[] }[]
  config: GeminiCallConfig & { [option: string]: unknown }
}

/** A whole reply, or one event of a stream. */
export interface GeminiReply {
  candidates?: readonly GeminiCandidate[] | undefined
  promptFeedback?: { blockReason?: string | undefined } | undefined
  usageMetadata?: GeminiUsage | undefined
}

export interface GeminiCandidate {
  content?:
    | { parts?: readonly { text?: string | undefined; thought?: boolean | undefined }[] | undefined }
    | undefined
  finishReason?: string | undefined
}

/** `promptTokenCount` includes the cached tokens; `candidatesTokenCount` leaves out the thoughts. */
export interface GeminiUsage {
  promptTokenCount?: number | undefined
  candidatesTokenCount?: number | undefined
  thoughtsTokenCount?: number | undefined
  cachedContentTokenCount?: number | undefined
}

export interface GeminiEmbedRequest {
  model: string
  contents: string[]
  config: GeminiCallConfig & { taskType: string; outputDimensionality: number }
}

export interface GeminiEmbedReply {
  embeddings?: readonly { values?: readonly number[] | undefined }[] | undefined
}
