import { LimitExceededError } from "../errors"
import type { RunContext } from "./run-context"

/**
 * Aborts `controller` with a LimitExceededError once a share of the run's time is used up, where it has a limit; the
 * function returned takes it back.
 */
export function stopAtShare(
  { config, limiter }: Pick<RunContext, "config" | "limiter">,
  share: number,
  controller: AbortController,
): () => void {
  const leftMs = limiter.timeLeftMs(share)
  if (leftMs === undefined) return () => {}
  const timer = new AbortController()
  config.clock.sleep(leftMs, timer.signal).then(
    () => controller.abort(new LimitExceededError("maxDurationMs", Math.round(leftMs), Math.round(leftMs))),
    () => {},
  )
  return () => timer.abort()
}
