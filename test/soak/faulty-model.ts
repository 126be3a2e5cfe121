import { type LLM, type LLMRequest, ProviderError } from "../../src"
import { fakeLLM, hang, stageOf } from "../../src/testing"
import { codeWordReply } from "../support/model"

const CALLS_A_SECOND = 100

/** Answers most calls; refuses, breaks, is cut, hangs and talks nonsense in the rest, each as often as the other. */
export function faultyModel(random: () => number): LLM & { calls(): number } {
  let calls = 0
  /** A quota that bursts meet. */
  let second = 0
  let inSecond = 0
  const isOverQuota = () => {
    const now = Math.floor(performance.now() / 1_000)
    inSecond = now === second ? inSecond + 1 : 1
    second = now
    return inSecond > CALLS_A_SECOND
  }
  const reply = (request: LLMRequest) => {
    const fate = random()
    if (isOverQuota()) {
      throw new ProviderError("Too many requests.", { provider: "fake", status: 429, retryAfterMs: 200 })
    }
    if (fate < 0.03) throw new ProviderError("Unavailable.", { provider: "fake", status: 503 })
    if (fate < 0.05) throw new ProviderError("No.", { provider: "fake", status: 400 })
    if (fate < 0.06) throw new TypeError("fetch failed")
    if (fate < 0.07) return hang(request)
    if (fate < 0.09) return { text: '{"answers": {', finishReason: "length" } as const
    if (fate < 0.1) return { text: "", finishReason: "blocked" } as const
    if (fate < 0.12 && stageOf(request) !== "synthesis") return "I would rather not say."
    return codeWordReply(request)
  }
  // A fake keeps its requests, which is what must not be measured here: each call has one of its own.
  const fresh = () => fakeLLM({ reply, streamPieces: 8, delayMs: 5 })
  const { modelId, contextWindow } = fresh()
  return {
    modelId,
    contextWindow,
    calls: () => calls,
    generate(request) {
      calls += 1
      return fresh().generate(request)
    },
    stream(request) {
      calls += 1
      return fresh().stream!(request)
    },
  }
}
