import type { CallOrigin, LLM, LLMRequest, Message, TokenUsage } from "../../contracts"
import { InvalidOutputError } from "../../errors"
import { boundedStream } from "../bounded-stream"
import { metered, type Told } from "./metered"
import type { PlugPolicy } from "./plug-policy"
import type { PolicedLLM } from "./policed-llm"
import { watched } from "./watched"

/** Output that is expected of a call that sets no `maxOutputTokens`. */
const expectedOutputTokens = 8_192

/** A model that thinks may take minutes. */
const defaultAttemptTimeoutMs = 600_000
const defaultFirstTokenTimeoutMs = 300_000

/** An LLM under policy: its texts well-formed, its stream bounded and watched. */
export function withLLMPolicy(llm: LLM, origin: CallOrigin, general: PlugPolicy): PolicedLLM {
  const { attemptTimeoutMs = defaultAttemptTimeoutMs } = general.retry
  // Who gives a model longer for all of its reply gives it longer for the beginning too.
  const firstTokenTimeoutMs =
    general.retry.firstTokenTimeoutMs ??
    Math.max(defaultFirstTokenTimeoutMs, general.retry.attemptTimeoutMs ?? 0)
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
      outputTokens: asked ?? expectedOutputTokens,
    })
    return metered(
      { modelId: llm.modelId, origin, policy, expected, signal: request.signal },
      (signal, outputTokens) => {
        const maxOutputTokens = Number.isFinite(outputTokens) ? outputTokens : asked
        const { stage, documentId } = origin
        return run({ ...request, stage, documentId, messages, maxOutputTokens, signal })
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

function wellFormed(message: Message): Message {
  return message.content.isWellFormed() ? message : { ...message, content: message.content.toWellFormed() }
}
