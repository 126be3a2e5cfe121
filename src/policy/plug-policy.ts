import type {
  CallOrigin,
  Embedder,
  LLM,
  LLMChunk,
  LLMRequest,
  Message,
  QuotaLeft,
  Reranker,
  Stage,
  TokenUsage,
} from "../contracts"
import { InvalidOutputError } from "../errors"
import { boundedStream } from "./bounded-stream"
import { checkRanking } from "./check-ranking"
import type { Limiter } from "./limit"
import type { Meter } from "./meter"
import type { QuotaGates } from "./quota/gates"
import { type RetryNotice, type RetryPolicy, withRetries } from "./retry"
import { reportedUsage } from "./usage"
import { watched } from "./watched"

/** What every call of one run goes through. */
export interface PlugPolicy {
  readonly retry: RetryPolicy
  readonly meter: Meter
  readonly limiter: Limiter
  readonly gates: QuotaGates
  readonly countTokens: (text: string) => number
  readonly onRetry: (stage: Stage, modelId: string, notice: RetryNotice) => void
}

/** A chunk of a stream under policy; `restart` voids all text before it, since the call was tried again. */
export type PolicedChunk = LLMChunk & { readonly restart?: true }

/** An LLM whose calls are retried, timed, limited and metered for one stage and, in an agent, one document. */
export type PolicedLLM = LLM & {
  /** `onChunk` may end the stream. */
  streamed?(request: LLMRequest, onChunk: (chunk: PolicedChunk) => "stop" | undefined): Promise<void>
}

/** Output that is expected of a call that sets no `maxOutputTokens`. */
const EXPECTED_OUTPUT_TOKENS = 8_192

/** A model that thinks may take minutes. */
const ATTEMPT_TIMEOUT_MS = 600_000
const FIRST_TOKEN_TIMEOUT_MS = 300_000

export function withLLMPolicy(llm: LLM, origin: CallOrigin, general: PlugPolicy): PolicedLLM {
  const { attemptTimeoutMs = ATTEMPT_TIMEOUT_MS } = general.retry
  // Who gives a model longer for all of its reply gives it longer for the beginning too.
  const firstTokenTimeoutMs =
    general.retry.firstTokenTimeoutMs ?? Math.max(FIRST_TOKEN_TIMEOUT_MS, general.retry.attemptTimeoutMs ?? 0)
  const retry = { ...general.retry, attemptTimeoutMs, firstTokenTimeoutMs }
  const policy = { ...general, retry }
  const call = <T>(
    request: LLMRequest,
    run: (request: LLMRequest) => Promise<T>,
    toldBy: (result: T) => Told,
  ): Promise<T> => {
    const messages = request.messages.map(wellFormed)
    const asked = request.maxOutputTokens
    const expected = (): TokenUsage => ({
      inputTokens: messages.reduce((sum, message) => sum + policy.countTokens(message.content), 0),
      outputTokens: asked ?? EXPECTED_OUTPUT_TOKENS,
    })
    return metered(
      { modelId: llm.modelId, origin, policy, expected, signal: request.signal },
      (signal, outputTokens) => {
        const maxOutputTokens = Number.isFinite(outputTokens) ? outputTokens : asked
        return run({ ...request, ...origin, messages, maxOutputTokens, signal })
      },
      toldBy,
    )
  }
  const policed: PolicedLLM = {
    modelId: llm.modelId,
    contextWindow: llm.contextWindow,
    generate: (request) =>
      call(
        request,
        async (attempt) => {
          const response = await llm.generate(attempt)
          if (typeof response?.text === "string") return response
          throw new InvalidOutputError(`${llm.modelId} returned no text.`, { reason: "malformed" })
        },
        (response) => response,
      ),
  }
  if (llm.stream === undefined) return policed
  return {
    ...policed,
    async streamed(request, onChunk) {
      let started = false
      await call(
        request,
        async (attempt) => {
          if (started) onChunk({ text: "", restart: true })
          let told: Told = {}
          const most = attempt.maxOutputTokens ?? llm.contextWindow
          return watched({ what: llm.modelId, ...retry }, attempt.signal, async (signal, onPart) => {
            const chunks = llm.stream!({ ...attempt, signal })
            for await (const chunk of boundedStream(chunks, most, policy.countTokens)) {
              signal.throwIfAborted()
              onPart()
              started = true
              told = { usage: chunk.usage ?? told.usage, quotaLeft: chunk.quotaLeft ?? told.quotaLeft }
              if (onChunk(chunk) === "stop") break
            }
            return told
          })
        },
        (told) => told,
      )
    },
  }
}

/** A reranker under policy whose ranking is checked: known indices, each once, finite scores. */
export function withRerankerPolicy(reranker: Reranker, origin: CallOrigin, policy: PlugPolicy): Reranker {
  const { modelId } = reranker
  return {
    modelId,
    rerank: (request) => {
      const texts = request.texts.map((text) => text.toWellFormed())
      const query = request.query.toWellFormed()
      const expected = () => inputOf([query, ...texts], policy)
      return metered(
        { modelId, origin: { ...origin, stage: "search" }, policy, expected, signal: request.signal },
        async (signal) => {
          const response = await reranker.rerank({ ...request, query, texts, signal })
          checkRanking(response?.ranking, texts.length, modelId)
          return response
        },
        (response) => response,
      )
    },
  }
}

/** An embedder under policy: one call stays one request; batching is `embedTexts`. */
export function withEmbedderPolicy(embedder: Embedder, origin: CallOrigin, policy: PlugPolicy): Embedder {
  const { modelId, dimensions, maxBatchSize, maxBatchTokens } = embedder
  return {
    modelId,
    dimensions,
    maxBatchSize,
    maxBatchTokens,
    embed: (request) => {
      const texts = request.texts.map((text) => text.toWellFormed())
      const expected = () => inputOf(texts, policy)
      return metered(
        { modelId, origin, policy, expected, signal: request.signal },
        (signal) => embedder.embed({ ...request, texts, signal }),
        (response) => response,
      )
    },
  }
}

/** What an answer says beside its content. */
interface Told {
  readonly usage?: TokenUsage | undefined
  readonly quotaLeft?: QuotaLeft | undefined
}

interface MeteredCall {
  readonly modelId: string
  readonly origin: CallOrigin
  readonly policy: PlugPolicy
  readonly expected: () => TokenUsage
  readonly signal: AbortSignal | undefined
}

function metered<T>(
  { modelId, origin, policy, expected, signal }: MeteredCall,
  run: (signal: AbortSignal, outputTokens: number) => Promise<T>,
  toldBy: (result: T) => Told | undefined,
): Promise<T> {
  const gate = policy.gates.of(modelId)
  let usage: TokenUsage | undefined
  let left: QuotaLeft | undefined
  const expectedTokens = () => tokensOf(expected())
  return withRetries(
    modelId,
    async (child) => {
      const reservation = await policy.limiter.reserve(origin.stage, modelId, expected, child)
      usage = undefined
      left = undefined
      try {
        const result = await run(child, reservation.outputTokens)
        const told = toldBy(result)
        usage = reportedUsage(told?.usage)
        left = told?.quotaLeft
        return result
      } finally {
        policy.meter.record(origin, modelId, usage)
        reservation.settle(usage)
      }
    },
    policy.retry,
    signal,
    (notice) => policy.onRetry(origin.stage, modelId, notice),
    async (waiting) => {
      const pass = await gate.enter(expectedTokens, waiting)
      return { ...pass, succeeded: () => pass.succeeded(usage && tokensOf(usage), left) }
    },
  )
}

function tokensOf({ inputTokens, outputTokens }: TokenUsage): number {
  return inputTokens + outputTokens
}

function inputOf(texts: readonly string[], { countTokens }: PlugPolicy): TokenUsage {
  return { inputTokens: texts.reduce((sum, text) => sum + countTokens(text), 0), outputTokens: 0 }
}

function wellFormed(message: Message): Message {
  return message.content.isWellFormed() ? message : { ...message, content: message.content.toWellFormed() }
}
