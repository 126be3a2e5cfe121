/** The package `node-llama-cpp` as it is imported: `import * as module from "node-llama-cpp"`. */
export interface NodeLlamaCppModule {
  readonly getLlama: (...options: never) => Promise<unknown>
  readonly LlamaChat: new (...options: never) => unknown
}

/** The few methods of `node-llama-cpp` that are called. */
export interface LlamaModule {
  getLlama(options: {
    gpu: LocalGpu
    build: "never"
    logLevel: "disabled"
    progressLogs: boolean
    maxThreads?: number
  }): Promise<Llama>
  readonly LlamaChat: new (options: { contextSequence: LlamaSequence }) => LlamaChat
}

/** What computes; `auto` takes the best that is found. */
export type LocalGpu = false | "auto" | "metal" | "cuda" | "vulkan"

export interface Llama {
  /** 0 with a GPU: as many as the runtime thinks useful. */
  maxThreads: number
  loadModel(options: { modelPath: string }): Promise<LlamaModel>
  createGrammarForJsonSchema(schema: object): Promise<object>
  dispose(): Promise<void>
}

export interface LlamaModel {
  readonly tokenizer: unknown
  readonly trainContextSize: number
  readonly embeddingVectorSize: number
  createContext(options: { contextSize: number; sequences: number }): Promise<LlamaContext>
  createEmbeddingContext(options: { contextSize: number; batchSize: number }): Promise<LlamaEmbeddingContext>
}

export interface LlamaContext {
  readonly contextSize: number
  getSequence(): LlamaSequence
}

export interface LlamaSequence {
  readonly contextSize: number
  readonly tokenMeter: { readonly usedInputTokens: number; readonly usedOutputTokens: number }
  compareContextTokens(tokens: readonly unknown[]): { readonly firstDifferentIndex: number }
}

export interface LlamaChat {
  readonly chatWrapper: {
    generateContextState(options: { chatHistory: readonly LlamaTurn[] }): {
      readonly contextText: { tokenize(tokenizer: unknown): readonly unknown[] }
    }
  }
  generateResponse(
    history: LlamaTurn[],
    options: LlamaGenerateOptions,
  ): Promise<{ readonly response: string; readonly metadata: { readonly stopReason: string } }>
  dispose(options: { disposeSequence: boolean }): void
}

export type LlamaTurn =
  | { type: "system"; text: string }
  | { type: "user"; text: string }
  | { type: "model"; response: string[] }

export interface LlamaGenerateOptions {
  signal: AbortSignal
  maxTokens: number
  temperature: number
  seed: number
  repeatPenalty: false | { penalty: number }
  contextShift: { strategy: () => never }
  grammar?: object
  budgets?: { thoughtTokens: number }
  onTextChunk?: (text: string) => void
}

export interface LlamaEmbeddingContext {
  calculateInputLength(input: string): number
  getEmbeddingFor(input: string): Promise<{ readonly vector: readonly number[] }>
}
