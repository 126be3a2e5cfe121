import { ProviderError } from "../../errors"
import { raceAbort } from "../../runtime/abort"
import { systemClock } from "../../runtime/clock"

/** While Redis is down, a client keeps its commands; this is how long somebody waits for them. */
const defaultPatienceMs = 120_000

/** @throws ProviderError where Redis does not answer in time; the signal's reason */
export async function patiently<T>(
  answer: Promise<T>,
  signal?: AbortSignal | undefined,
  patienceMs: number = defaultPatienceMs,
): Promise<T> {
  const timer = new AbortController()
  const late = systemClock.sleep(patienceMs, timer.signal).then(() => {
    const message = `Redis has not answered for ${patienceMs / 1_000} s.`
    throw new ProviderError(message, { provider: "redis", retryable: true })
  })
  late.catch(() => {})
  try {
    return await raceAbort(Promise.race([answer, late]), signal)
  } finally {
    timer.abort()
  }
}
