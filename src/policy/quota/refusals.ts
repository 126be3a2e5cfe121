import { RetriesExhaustedError } from "../../errors"

export interface RefusalOptions {
  readonly modelId: string
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly initialDelayMs: number
  readonly maxDelayMs: number
  /** How long calls are refused without a single success before they fail. */
  readonly maxWaitMs: number
}

/** What the refusals of a model come to: whether its gate is closed, until when, and when waiting makes no sense any more. */
export interface Refusals {
  /** True from a refusal until a call that started after it is accepted. */
  closed(): boolean
  /** Nobody starts before. */
  opensAt(): number
  /** Counts the closings: a call that started before the last one says nothing new. */
  closings(): number
  /**
   * Takes note of a refusal.
   *
   * @returns undefined, or what makes the error of everybody who waits, when their patience is over
   */
  refused(
    error: unknown,
    call: { readonly startedAfter: number; readonly retryAfterMs: number | undefined },
    nowMs: number,
  ): (() => RetriesExhaustedError) | undefined
  /** The call that tried was not refused in time: the others may follow. */
  reopen(): void
  /** A call was answered. */
  succeeded(startedAfter: number, nowMs: number): void
}

export function createRefusals(options: RefusalOptions): Refusals {
  const { modelId, random, initialDelayMs, maxDelayMs, maxWaitMs } = options
  let closed = false
  let opensAt = Number.NEGATIVE_INFINITY
  let closings = 0
  /** The first refusal since the last success; undefined while all is well. */
  let since: number | undefined
  let inRow = 0

  const backoff = () => {
    const ceiling = Math.min(maxDelayMs, initialDelayMs * 2 ** (inRow - 1))
    return Math.round(ceiling / 2 + (random() * ceiling) / 2)
  }
  const exhausted = (cause: unknown, retryAfterMs: number | undefined, waitedMs: number) => {
    const seconds = (ms: number) => Math.round(ms / 1_000)
    const asks = retryAfterMs === undefined ? "" : `, and asks to wait ${seconds(retryAfterMs)} s more`
    const message = `${modelId} refuses calls since its quota is used up: ${seconds(waitedMs)} s without one success${asks}; retry.maxWaitMs allows ${seconds(maxWaitMs)} s.`
    const attempts = inRow
    return () => new RetriesExhaustedError(message, { attempts, retryAfterMs, cause })
  }

  return {
    closed: () => closed,
    opensAt: () => opensAt,
    closings: () => closings,
    refused(error, { startedAfter, retryAfterMs }, nowMs) {
      since ??= nowMs
      // Calls that were under way when the gate closed are refused for the same reason: they count once.
      const news = startedAfter === closings
      if (news) {
        inRow += 1
        closings += 1
        closed = true
      }
      const delayMs = retryAfterMs ?? (news ? backoff() : 0)
      if (nowMs + delayMs - since > maxWaitMs) {
        // The next call is tried at once, and fails at once when it is refused: only a success brings new patience.
        opensAt = Number.NEGATIVE_INFINITY
        return exhausted(error, retryAfterMs, nowMs - since)
      }
      opensAt = Math.max(opensAt, nowMs + delayMs)
      return undefined
    },
    reopen() {
      closed = false
    },
    succeeded(startedAfter, nowMs) {
      if (startedAfter === closings) {
        closed = false
        since = undefined
        inRow = 0
      } else if (since !== undefined) {
        since = nowMs
      }
    },
  }
}
