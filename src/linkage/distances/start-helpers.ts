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

export interface Helpers {
  readonly ended: Promise<unknown>
  stop(): Promise<unknown>
}

/**
 * Starts helpers on a job whose arrays lie in shared memory. One that can't start, or fails, is no error: what it did
 * not do is seen in `job.done`.
 */
export function startHelpers(job: DistanceJob, count: number): Helpers {
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
