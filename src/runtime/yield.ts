/** Work that runs in steps: each `yield` is a place where the event loop may have its turn. */
export type Steps<T> = Generator<void, T, void>

/** Runs all steps at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Workers of Cloudflare stop the clock while they compute: after so many steps at one time, a turn is due too. */
const mostStepsAtOneTime = 256

/** Runs the steps and gives the event loop a turn whenever `sliceMs` have passed. Rejects with the signal's reason. */
export async function runStepsYielding<T>(steps: Steps<T>, signal?: AbortSignal, sliceMs = 15): Promise<T> {
  signal?.throwIfAborted()
  let now = performance.now()
  let sliceEnd = now + sliceMs
  let stepsAtOneTime = 0
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    const before = now
    now = performance.now()
    stepsAtOneTime = now === before ? stepsAtOneTime + 1 : 0
    if (now >= sliceEnd || stepsAtOneTime >= mostStepsAtOneTime) {
      await nextTurn()
      signal?.throwIfAborted()
      now = performance.now()
      sliceEnd = now + sliceMs
      stepsAtOneTime = 0
    }
  }
}

/**
 * Resolves after timers and I/O had their turn. In Node and Bun that is `setImmediate`. Browsers have `MessageChannel`
 * alone, since they hold timers back for 4 ms. Edge runtimes lack both, or name them and throw when they are called:
 * there it is a timer. So it is in Deno, where replies of the network waited through 90 turns of the other two.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const begun =
      !("Deno" in globalThis) && (began(() => immediately(resolve)) || began(() => byMessage(resolve)))
    if (!begun) setTimeout(resolve, 0)
  })
}

function began(start: () => void): boolean {
  try {
    start()
    return true
  } catch {
    return false
  }
}

// Asked of `globalThis`, since bundlers for the edge warn of the bare name.
function immediately(resolve: () => void): void {
  const { setImmediate } = globalThis as unknown as {
    readonly setImmediate: (callback: () => void) => unknown
  }
  setImmediate(resolve)
}

function byMessage(resolve: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    resolve()
  }
  port2.postMessage(undefined)
}
