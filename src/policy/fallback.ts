import type { CallOrigin, LLM, LLMRequest, LLMResponse } from "../contracts"
import { InvalidOutputError, LimitExceededError, ProviderError, SpdRagError } from "../errors"
import type { PolicedChunk, PolicedLLM } from "./plugs/policed-llm"

/** A model that failed for good is not asked again for so long: its attempts take seconds each. */
const downMs = 60_000

export interface FallbackNotice {
  readonly origin: CallOrigin
  readonly modelId: string
  readonly fallbackModelId: string
  /** Of the first model; one that was down before is not asked. */
  readonly error: Error
}

/** Models of one run that are down, until when. */
export type DownModels = Map<string, { readonly until: number; readonly error: Error }>

export interface FallbackRequest {
  readonly first: PolicedLLM
  readonly second: PolicedLLM
  readonly origin: CallOrigin
  readonly down: DownModels
  readonly now: () => number
  readonly countTokens: (text: string) => number
  readonly onFallback: (notice: FallbackNotice) => void
}

/**
 * The first model, and the second where the first is down or refuses. Both are under policy: attempts, quota, limits, cache and
 * prices are each model's own. A prompt that is too large for the second stays with the first. Where the second fails too, that is the failure.
 */
export function withFallback(request: FallbackRequest): PolicedLLM {
  const { first, second, origin, down, now, countTokens, onFallback } = request

  /** Runs `ask` with the first model, then with the second where that is called for. */
  const answered = async (
    call: LLMRequest,
    ask: (llm: PolicedLLM, isSecond: boolean) => Promise<LLMResponse["finishReason"] | undefined>,
  ): Promise<void> => {
    const known = down.get(first.modelId)
    const fits = () => {
      const input = call.messages.reduce((sum, { content }) => sum + countTokens(content), 0)
      return input + (call.maxOutputTokens ?? 0) <= second.contextWindow
    }
    let error: Error | undefined =
      known !== undefined && now() < known.until && fits() ? known.error : undefined
    if (error === undefined) {
      try {
        if ((await ask(first, false)) !== "blocked" || !fits()) return
        error = new InvalidOutputError(`${first.modelId} refused to reply.`, { reason: "blocked" })
      } catch (thrown) {
        call.signal?.throwIfAborted()
        if (!isForSecond(thrown) || !fits()) throw thrown
        if (isDown(thrown)) down.set(first.modelId, { until: now() + downMs, error: thrown })
        error = thrown
      }
    }
    onFallback({ origin, modelId: first.modelId, fallbackModelId: second.modelId, error })
    await ask(second, true)
  }

  return {
    modelId: first.modelId,
    contextWindow: first.contextWindow,
    async generate(call) {
      let response: LLMResponse | undefined
      await answered(call, async (llm) => {
        response = await llm.generate(call)
        return response.finishReason
      })
      return response!
    },
    ...((first.streamed ?? second.streamed) !== undefined && {
      async streamed(call, onChunk) {
        await answered(call, async (llm, isSecond) => {
          let finishReason: LLMResponse["finishReason"] | undefined
          if (isSecond) onChunk({ text: "", restart: true })
          await streamOf(llm, call, (chunk) => {
            finishReason = chunk.finishReason ?? finishReason
            return onChunk(chunk)
          })
          return finishReason
        })
      },
    }),
  }
}

/** A model that can't stream gives its reply as one chunk. */
async function streamOf(
  llm: LLM & Pick<PolicedLLM, "streamed">,
  call: LLMRequest,
  onChunk: (chunk: PolicedChunk) => "stop" | undefined,
): Promise<void> {
  if (llm.streamed !== undefined) return llm.streamed(call, onChunk)
  onChunk(await llm.generate(call))
}

/** What another model may do better: a failure of the provider, or a refusal; not a prompt that is too long or a limit of the run. */
function isForSecond(error: unknown): error is Error {
  if (!SpdRagError.isInstance(error) || error instanceof LimitExceededError) return false
  const failure = error.name === "RetriesExhaustedError" ? error.cause : error
  if (ProviderError.isInstance(failure) && "tooLong" in failure) return failure.tooLong !== true
  if (error.name === "InvalidOutputError") return (error as InvalidOutputError).reason === "blocked"
  return error.name === "RetriesExhaustedError" || error.name === "TimeoutError"
}

/** It failed for good, whatever it was asked. */
function isDown(error: Error): boolean {
  return error.name === "RetriesExhaustedError" || (error as Partial<ProviderError>).retryable === true
}
