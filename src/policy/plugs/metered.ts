import type { CallOrigin, QuotaLeft, TokenUsage } from "../../contracts"
import { withRetries } from "../retry"
import { reportedUsage } from "../usage"
import type { PlugPolicy } from "./plug-policy"

/** What an answer says beside its content. */
export interface Told {
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

/** One call under the gate of its model, retries, limits and the meter. */
export function metered<T>(
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

/** What a call is expected to use that answers with no text. */
export function inputOf(texts: readonly string[], { countTokens }: PlugPolicy): TokenUsage {
  return { inputTokens: texts.reduce((sum, text) => sum + countTokens(text), 0), outputTokens: 0 }
}
