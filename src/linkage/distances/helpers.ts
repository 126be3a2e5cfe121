import { builtin } from "../../runtime/builtin"
import { kernelModule } from "../../vectors/kernel/module"
import type { DistanceJob } from "./panels"
import { distanceWorkerSource } from "./worker-source.generated"

/** Of `node:worker_threads`, what is used here. */
interface WorkerThread {
  on(event: "exit" | "error", listener: () => void): void
  terminate(): Promise<unknown>
}
interface WorkerThreads {
  readonly Worker: new (source: string, options: object) => WorkerThread
}
interface OperatingSystem {
  availableParallelism(): number
}

const mostHelpers = 3
/** Multiplications from which on a helper repays its start of some 50 ms: about 0.3 s of one core. */
const leastProducts = 2e9

/** Threads that help with a job of so many multiplications, one less than there are cores, 3 at most. */
export function helperCount(products: number): number {
  if (products < leastProducts || typeof SharedArrayBuffer === "undefined") return 0
  if (kernelModule() === undefined || builtin<WorkerThreads>("node:worker_threads") === undefined) return 0
  const cores = builtin<OperatingSystem>("node:os")?.availableParallelism() ?? 1
  return Math.min(mostHelpers, cores - 1)
}

/**
 * Starts helpers on a job whose arrays lie in shared memory. One that can't start, or fails, is no error: what it did
 * not do is seen in `job.done`.
 */
export function startHelpers(
  job: DistanceJob,
  count: number,
): { ended: Promise<unknown>; stop(): Promise<unknown> } {
  const threads: WorkerThread[] = []
  const Worker = builtin<WorkerThreads>("node:worker_threads")?.Worker
  const workerData = { job, module: kernelModule() }
  try {
    // Flags of this process, such as a loader or an inspector, are not for the helpers.
    const options = { eval: true, name: "spd-rag distances", execArgv: [], workerData }
    while (Worker !== undefined && threads.length < count)
      threads.push(new Worker(distanceWorkerSource, options))
  } catch {
    // Workers may be forbidden, or too many.
  }
  const ended = threads.map(
    (thread) =>
      new Promise<void>((resolve) => {
        thread.on("error", () => {})
        thread.on("exit", resolve)
      }),
  )
  return {
    ended: Promise.all(ended),
    stop: () => Promise.all(threads.map((thread) => thread.terminate())),
  }
}
