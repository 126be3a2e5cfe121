import { RetriesExhaustedError } from "../../errors"
import { onAbort } from "../../runtime/abort"
import type { Clock } from "../../runtime/clock"
import { createPace } from "./pace"
import { createQuotaWindow, type KnownQuota } from "./window"

export interface QuotaGateOptions {
  readonly modelId: string
  readonly clock: Clock
  /** Uniform in [0, 1). */
  readonly random: () => number
  /** Calls at a time. */
  readonly concurrency: number
  readonly quota: KnownQuota | undefined
  readonly initialDelayMs: number
  readonly maxDelayMs: number
  /** How long calls are refused without a single success before they fail. */
  readonly maxWaitMs: number
}

/** A call that was let through; one of the three is said of it, once. */
export interface GatePass {
  /** It was answered, with so many tokens where that is known. */
  succeeded(usedTokens?: number): void
  /** It failed in another way, which says nothing about the quota. */
  failed(): void
  /**
   * The provider said that its quota is used up. Returns how long the gate stays closed, in milliseconds.
   *
   * @throws RetriesExhaustedError when the wait asked for, or all waits since the last success, are over `maxWaitMs`
   */
  refused(error: unknown, retryAfterMs: number | undefined): number
}

/**
 * One gate for all calls of a model on an instance. A refusal for quota closes it for everybody; then one call tries, and
 * once that is accepted the others follow at the pace that the provider took before. First come, first served.
 */
export interface QuotaGate {
  /**
   * Waits for a place. Tokens are asked for only where a quota of tokens is known.
   *
   * @throws the signal's reason; RetriesExhaustedError when the gate gives up meanwhile
   */
  enter(tokens: () => number, signal: AbortSignal | undefined): Promise<GatePass>
}

const LEAST_PROBE_MS = 500

interface Waiter {
  readonly tokens: number
  readonly start: (pass: GatePass) => void
  readonly fail: (error: unknown) => void
}

export function createQuotaGate(options: QuotaGateOptions): QuotaGate {
  const { modelId, clock, random, concurrency, quota, maxWaitMs } = options
  const window = quota && createQuotaWindow(quota)
  const pace = createPace()
  const queue = new Set<Waiter>()
  let running = 0
  let opensAt = Number.NEGATIVE_INFINITY
  /** Counts how often refusals closed the gate; calls that started before the last time say nothing new. */
  let closings = 0
  /** The first refusal since the last success; undefined while all is well. */
  let refusedSince: number | undefined
  let refusalsInRow = 0
  /** Closed by a refusal: one call at a time tries, until one is accepted. */
  let closed = false
  let probing = false
  let slowestRefusalMs = 0
  let timer: { readonly at: number; readonly stop: AbortController } | undefined

  const readyAt = (waiter: Waiter, nowMs: number) =>
    Math.max(opensAt, pace.readyAt(), window?.readyAt(nowMs, waiter.tokens) ?? nowMs)

  const stopTimer = () => {
    timer?.stop.abort()
    timer = undefined
  }
  const wakeAt = (at: number, nowMs: number) => {
    if (timer?.at === at) return
    stopTimer()
    const stop = new AbortController()
    timer = { at, stop }
    clock.sleep(at - nowMs, stop.signal).then(
      () => {
        if (timer?.stop === stop) timer = undefined
        pump()
      },
      () => {},
    )
  }

  /** Lets through who may start now, and sets the timer for the next one. */
  function pump(): void {
    for (const waiter of queue) {
      if (running >= concurrency || (closed && probing)) break
      const nowMs = clock.now()
      const at = readyAt(waiter, nowMs)
      if (at > nowMs) {
        wakeAt(at, nowMs)
        return
      }
      queue.delete(waiter)
      waiter.start(pass(waiter, nowMs))
    }
    stopTimer()
  }

  function pass({ tokens }: Waiter, startedAt: number): GatePass {
    running += 1
    const probe = closed
    const startedAfter = closings
    const use = window?.started(startedAt, tokens)
    pace.started(startedAt)
    const stopWatch = probe ? watchProbe(startedAt) : undefined
    const leave = () => {
      running -= 1
      if (probe) probing = false
      stopWatch?.()
    }
    return {
      succeeded(usedTokens) {
        leave()
        if (usedTokens !== undefined) use?.(usedTokens)
        if (startedAfter === closings) {
          reopen(startedAt)
          refusedSince = undefined
          refusalsInRow = 0
        } else if (refusedSince !== undefined) {
          refusedSince = clock.now()
        }
        pump()
      },
      failed() {
        leave()
        pump()
      },
      refused(error, retryAfterMs) {
        leave()
        const nowMs = clock.now()
        pace.refused(startedAt, nowMs)
        refusedSince ??= nowMs
        slowestRefusalMs = Math.max(slowestRefusalMs, nowMs - startedAt)
        // Calls that were under way when the gate closed are refused for the same reason: they count once.
        const news = startedAfter === closings
        if (news) {
          refusalsInRow += 1
          closings += 1
          closed = true
        }
        const delayMs = retryAfterMs ?? (news ? backoff(refusalsInRow) : Math.max(0, opensAt - nowMs))
        if (nowMs + delayMs - refusedSince > maxWaitMs) {
          giveUp(error, retryAfterMs, nowMs - refusedSince)
        }
        opensAt = Math.max(opensAt, nowMs + delayMs)
        pump()
        return Math.max(0, opensAt - nowMs)
      },
    }
  }

  function reopen(startedAt: number): void {
    if (!closed) return
    closed = false
    pace.reopened(startedAt)
  }

  /** A call that tries may take minutes to be answered: one that is not refused in the time that refusals take is accepted. */
  function watchProbe(startedAt: number): () => void {
    probing = true
    const stop = new AbortController()
    clock.sleep(Math.max(LEAST_PROBE_MS, 4 * slowestRefusalMs), stop.signal).then(
      () => {
        reopen(startedAt)
        pump()
      },
      () => {},
    )
    return () => stop.abort()
  }

  function backoff(refusals: number): number {
    const ceiling = Math.min(options.maxDelayMs, options.initialDelayMs * 2 ** (refusals - 1))
    return Math.round(ceiling / 2 + (random() * ceiling) / 2)
  }

  /** Fails everybody who waits, each with an error of its own; who comes later tries anew. */
  function giveUp(cause: unknown, retryAfterMs: number | undefined, waitedMs: number): never {
    const failure = () =>
      new RetriesExhaustedError(
        `${modelId} refuses calls since its quota is used up: ${Math.round(waitedMs / 1_000)} s without one success${
          retryAfterMs === undefined ? "" : `, and asks to wait ${Math.round(retryAfterMs / 1_000)} s more`
        }; retry.maxWaitMs allows ${Math.round(maxWaitMs / 1_000)} s.`,
        { attempts: refusalsInRow, retryAfterMs, cause },
      )
    const waiters = [...queue]
    queue.clear()
    stopTimer()
    const own = failure()
    for (const waiter of waiters) waiter.fail(failure())
    // The next call is tried at once, and fails at once when it is refused: only a success brings new patience.
    opensAt = Number.NEGATIVE_INFINITY
    throw own
  }

  return {
    enter(tokens, signal) {
      signal?.throwIfAborted()
      return new Promise<GatePass>((resolve, reject) => {
        let stopListening = () => {}
        const waiter: Waiter = {
          tokens: quota?.tokensPerMinute === undefined ? 0 : tokens(),
          start: (passed) => {
            stopListening()
            resolve(passed)
          },
          fail: (error) => {
            stopListening()
            reject(error)
          },
        }
        queue.add(waiter)
        if (signal !== undefined) {
          stopListening = onAbort(signal, () => {
            queue.delete(waiter)
            reject(signal.reason)
            pump()
          })
        }
        pump()
      })
    },
  }
}
