/// <reference types="node" />

/**
 * Models and embedders on this machine, from GGUF files, by `node-llama-cpp`.
 *
 * @module spd-rag/local
 */
import type { LLM, LLMChunk, LLMRequest, LLMResponse } from "../../contracts"
import { linkAbort } from "../../runtime/abort"
import { createChannel } from "../../runtime/channel"
import { type Checks, checkOptions, optional } from "../../runtime/check/options"
import { integerFrom, valueThat } from "../../runtime/check/values"
import { fingerprintOf } from "../kit/fingerprint"
import { generateOn, grammarCache, type LocalChat, nearest } from "./generate"
import { createPool } from "./pool"
import { checkContextWindow, type Disposable, type LocalOptions, localChecks, localRuntime } from "./runtime"

export { type LocalEmbedderOptions, localEmbedder } from "./embedder"
export type { LocalGpu, NodeLlamaCppModule } from "./module"
export type { Disposable, LocalOptions } from "./runtime"

/** Which weights answer, and how. */
export interface LocalLLMOptions extends LocalOptions {
  /**
   * Tokens a call may hold, prompt and output together; memory grows with it. At most what the model was trained on,
   * which is checked when it is loaded. @default 8_192
   */
  readonly contextWindow?: number | undefined
  /** Calls computed at once; each has a context window in memory. @default 1 */
  readonly sequences?: number | undefined
  /** Calls that may wait for a sequence; one more fails, and may be retried. @default 1_000 */
  readonly maxWaiting?: number | undefined
  /** Tokens the model may think before its reply; 0 switches it off. @default the model's own */
  readonly thinkingBudget?: number | undefined
  /**
   * What the likelihood of a token is divided by when it came shortly before, from 1 up. It keeps very small models
   * from going round in circles, and spoils quotes. @default 1: none
   */
  readonly repeatPenalty?: number | undefined
}

const llmChecks: Checks<LocalLLMOptions> = {
  ...localChecks,
  contextWindow: optional(integerFrom(1)),
  sequences: optional(integerFrom(1)),
  maxWaiting: optional(integerFrom(0)),
  thinkingBudget: optional(integerFrom(0)),
  repeatPenalty: optional(
    valueThat<number>(
      "a number from 1 to 10",
      (value) => typeof value === "number" && value >= 1 && value <= 10,
    ),
  ),
}

/**
 * A model on this machine as an LLM, by the package `node-llama-cpp`. It is loaded by the first call and kept until
 * `dispose`. JSON is held to its schema by a grammar. The same request gets the same text at temperature 0.
 *
 * @throws InvalidArgumentError for an option that makes no sense; each call: InvalidArgumentError for a model that
 * is not there or a window that it can't hold, ProviderError (`tooLong` for a prompt over the window),
 * InvalidOutputError, or the signal's reason
 */
export function localLLM(options: LocalLLMOptions): LLM & Disposable {
  const settings = checkOptions(options, llmChecks, "options")
  const { contextWindow = 8_192, sequences = 1, maxWaiting = 1_000 } = settings
  const { thinkingBudget, repeatPenalty = 1 } = settings
  const runtime = localRuntime(settings, async (model, llama, module) => {
    checkContextWindow(contextWindow, model)
    const context = await model.createContext({ contextSize: contextWindow, sequences })
    const slots = Array.from({ length: sequences }, () => context.getSequence())
    const grammarOf = grammarCache(llama)
    const chat: LocalChat = {
      modelId: runtime.modelId,
      model,
      module,
      grammarOf,
      thinkingBudget,
      repeatPenalty,
    }
    return { chat, pool: createPool(slots, maxWaiting) }
  })
  const generate = (request: LLMRequest, onText?: (text: string) => void): Promise<LLMResponse> =>
    runtime.call(request.signal, ({ chat, pool }, signal) =>
      pool.use(
        (free) => nearest(chat, free, request.messages),
        (sequence) => generateOn(chat, sequence, request, signal, onText),
        signal,
      ),
    )
  return {
    modelId: runtime.modelId,
    contextWindow,
    fingerprint: fingerprintOf("local/1", thinkingBudget, repeatPenalty),
    dispose: () => runtime.dispose(({ pool }) => pool.idle()),
    generate: (request) => generate(request),
    async *stream(request: LLMRequest): AsyncGenerator<LLMChunk> {
      const { controller, unlink } = linkAbort(request.signal)
      const channel = createChannel<LLMChunk>(() => controller.abort())
      let text = ""
      const whole = generate({ ...request, signal: controller.signal }, (delta) => {
        text += delta
        if (delta !== "") channel.push({ text: delta })
      }).then(
        ({ finishReason, usage, ...reply }) => {
          // What the runtime held back until the end.
          const rest = reply.text.startsWith(text) ? reply.text.slice(text.length) : ""
          channel.push({ text: rest, finishReason, usage })
          channel.close()
        },
        (error) => channel.close({ error }),
      )
      try {
        yield* channel
      } finally {
        controller.abort()
        unlink()
        await whole
      }
    },
  }
}
