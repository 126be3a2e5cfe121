import type { QuotaLeft } from "../../contracts"
import { onAbort } from "../../runtime/abort"
import type { Clock } from "../../runtime/clock"
import { createLeftOfQuota } from "./left"
import { createPace } from "./pace"
import { createRefusals, type RefusalOptions } from "./refusals"
import { createQuotaWindow, type KnownQuota } from "./window"

export interface QuotaGateOptions extends RefusalOptions {
  readonly clock: Clock
  /** Calls at a time. */
  readonly concurrency: number
  readonly quota: KnownQuota | undefined
}

/** A call that was let through; one of the three is said of it, once. */
export interface GatePass {
  /** It was answered, with so many tokens, and with so much left of the quota, where that is known. */
  succeeded(usedTokens?: number, left?: QuotaLeft): void
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

/** A call that tries and is not refused for so long, or four times as long as refusals took, is accepted: answers may take minutes. */
const leastProbeMs = 500

interface Waiter {
  readonly tokens: number
  readonly start: (pass: GatePass) => void
  readonly fail: (error: unknown) => void
}

export function createQuotaGate(options: QuotaGateOptions): QuotaGate {
  const { clock, concurrency, quota } = options
  const window = quota && createQuotaWindow(quota)
  const pace = createPace()
  const leftOver = createLeftOfQuota(concurrency)
  const refusals = createRefusals(options)
  const queue = new Set<Waiter>()
  let running = 0
  /** Whether a call tries, while the gate is closed. */
  let probing = false
  let slowestRefusalMs = 0
  let timer: { readonly at: number; readonly stop: () => void } | undefined

  const after = (delayMs: number, run: () => void): (() => void) => {
    const stop = new AbortController()
    clock.sleep(delayMs, stop.signal).then(run, () => {})
    return () => stop.abort()
  }
  const stopTimer = () => {
    timer?.stop()
    timer = undefined
  }
  const wakeAt = (at: number, nowMs: number) => {
    if (timer?.at === at) return
    stopTimer()
    const wake = () => {
      timer = undefined
      pump()
    }
    timer = { at, stop: after(at - nowMs, wake) }
  }

  /** When a call may start; undefined until another one has ended. */
  const readyAt = (tokens: number, nowMs: number): number | undefined => {
    if (running >= concurrency || (refusals.closed() && probing)) return undefined
    const known = window?.readyAt(nowMs, tokens) ?? nowMs
    return Math.max(refusals.opensAt(), pace.readyAt(), known, leftOver.readyAt(nowMs))
  }

  /** Lets through who may start now, and sets the timer for the next one. */
  function pump(): void {
    for (const waiter of queue) {
      const nowMs = clock.now()
      const at = readyAt(waiter.tokens, nowMs)
      if (at === undefined) break
      if (at > nowMs) {
        wakeAt(at, nowMs)
        return
      }
      queue.delete(waiter)
      waiter.start(pass(waiter.tokens, nowMs))
    }
    stopTimer()
  }

  function pass(tokens: number, startedAt: number): GatePass {
    const startedAfter = refusals.closings()
    const probe = refusals.closed()
    const use = window?.started(startedAt, tokens)
    pace.started(startedAt)
    const number = leftOver.started(startedAt)
    running += 1
    const accept = () => {
      if (refusals.closed() && startedAfter === refusals.closings()) pace.reopened(startedAt)
    }
    let stopWatch = () => {}
    if (probe) {
      probing = true
      stopWatch = after(Math.max(leastProbeMs, 4 * slowestRefusalMs), () => {
        accept()
        refusals.reopen()
        pump()
      })
    }
    const leave = () => {
      running -= 1
      if (probe) probing = false
      stopWatch()
    }
    return {
      succeeded(usedTokens, left) {
        leave()
        if (usedTokens !== undefined) {
          use?.(usedTokens)
          leftOver.used(usedTokens)
        }
        if (left !== undefined) leftOver.report(left, number, clock.now())
        accept()
        refusals.succeeded(startedAfter, clock.now())
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
        slowestRefusalMs = Math.max(slowestRefusalMs, nowMs - startedAt)
        const exhausted = refusals.refused(error, { startedAfter, retryAfterMs }, nowMs)
        if (exhausted !== undefined) {
          for (const waiter of queue) waiter.fail(exhausted())
          queue.clear()
        }
        pump()
        if (exhausted !== undefined) throw exhausted()
        return Math.max(0, refusals.opensAt() - nowMs)
      },
    }
  }

  return {
    enter(tokensOf, signal) {
      signal?.throwIfAborted()
      const tokens = quota?.tokensPerMinute === undefined ? 0 : tokensOf()
      if (queue.size === 0) {
        // Most calls: nobody waits, and nothing is waited for.
        const nowMs = clock.now()
        const at = readyAt(tokens, nowMs)
        if (at !== undefined && at <= nowMs) return Promise.resolve(pass(tokens, nowMs))
      }
      return new Promise<GatePass>((resolve, reject) => {
        let stopListening = () => {}
        const waiter: Waiter = {
          tokens,
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
