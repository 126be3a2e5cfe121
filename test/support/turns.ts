import { onTestFinished, vi } from "vitest"

/**
 * Until the test ends, the process's clock is `stepMs` later at each look: work in steps that looks after each of them
 * has then used up its slice, however fast the machine is.
 */
export function slowMachine(stepMs = 20): void {
  let now = performance.now()
  const spy = vi.spyOn(performance, "now").mockImplementation(() => {
    now += stepMs
    return now
  })
  onTestFinished(() => spy.mockRestore())
}

/** How many turns the event loop had until the work settled; `most` where it has not by then. */
export async function turnsUntilSettled(
  work: Promise<unknown>,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  let settled = false
  const settle = () => {
    settled = true
  }
  work.then(settle, settle)
  let turns = 0
  // Work that is settled already says so within a turn.
  for (await turn(); !settled && turns < most; turns++) await turn()
  return turns
}

/** Aborts once the event loop had so many turns. */
export async function abortAfterTurns(
  controller: AbortController,
  reason: unknown,
  turns: number,
): Promise<void> {
  for (let at = 0; at < turns; at++) await turn()
  controller.abort(reason)
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
