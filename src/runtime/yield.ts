/** Work that runs in steps: each `yield` is a place where the event loop may have its turn. */
export type Steps<T> = Generator<void, T, void>

/** Runs all steps at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Runs the steps and gives the event loop a turn whenever `sliceMs` have passed. Rejects with the signal's reason. */
export async function runStepsYielding<T>(steps: Steps<T>, signal?: AbortSignal, sliceMs = 15): Promise<T> {
  signal?.throwIfAborted()
  let sliceEnd = performance.now() + sliceMs
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() >= sliceEnd) {
      await nextTurn()
      signal?.throwIfAborted()
      sliceEnd = performance.now() + sliceMs
    }
  }
}

/** Resolves after timers and I/O had their turn. */
export function nextTurn(): Promise<void> {
  // Edge runtimes may lack MessageChannel; timers are clamped to 4 ms in browsers, hence only the fallback.
  if (typeof MessageChannel === "undefined") return new Promise((resolve) => setTimeout(resolve, 0))
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
