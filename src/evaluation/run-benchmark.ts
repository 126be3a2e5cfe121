import type { JSONValue } from "../contracts"
import { describe, InvalidArgumentError, messageOf } from "../errors"
import { mapConcurrent } from "../runtime/map-concurrent"
import { type RunLog, type RunRecord, runKey } from "./run-log"

/** One instance for one system. */
export interface BenchmarkTask<Instance, System> {
  readonly system: System
  readonly instance: Instance
  readonly signal: AbortSignal | undefined
}

/** The systems, the instances, and where the results go. */
export interface BenchmarkOptions<Instance, System> {
  readonly systems: readonly System[]
  /** Each id once. */
  readonly instances: readonly Instance[]
  readonly log: RunLog
  /** What goes into the record beside system, id and status. A rejection makes the instance a failed one. */
  readonly run: (
    task: BenchmarkTask<Instance, System>,
  ) => Promise<{ readonly [field: string]: JSONValue | undefined }>
  /** Fields that a failed record carries too, so that it is counted in its own groups. */
  readonly describeInstance?: ((instance: Instance) => { readonly [field: string]: JSONValue }) | undefined
  /** Run failed instances of the log again; the later record counts. @default false */
  readonly retryFailed?: boolean | undefined
  /** Instances that run at once; what they measure of time is then less than what one alone takes. @default 1 */
  readonly concurrency?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly onRecord?: ((record: RunRecord, progress: { done: number; total: number }) => void) | undefined
}

/**
 * Runs every system on every instance, in this order, and appends each as soon as it is finished. Instances
 * that the log already holds are not run again, so a killed run goes on where it stopped.
 *
 * @returns one record a system and instance, in the order of systems and instances.
 */
export async function runBenchmark<
  Instance extends { readonly id: string },
  System extends { readonly name: string },
>(options: BenchmarkOptions<Instance, System>): Promise<readonly RunRecord[]> {
  const { systems, instances, log, run, describeInstance, retryFailed = false, onRecord } = options
  const { concurrency = 1 } = options
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new InvalidArgumentError("concurrency", concurrency, "a whole number from 1")
  }
  checkUnique("systems", systems, (system) => system.name)
  checkUnique("instances", instances, (instance) => instance.id)
  const known = new Map(log.records.map((record) => [runKey(record), record]))
  const tasks = systems.flatMap((system) => instances.map((instance) => ({ system, instance })))
  let done = 0
  return mapConcurrent(
    tasks,
    concurrency,
    async ({ system, instance }, _, signal) => {
      const key = { system: system.name, id: instance.id }
      let record = known.get(runKey(key))
      if (record === undefined || (retryFailed && record.status === "failed")) {
        signal.throwIfAborted()
        const head = { ...key, ...describeInstance?.(instance) }
        record = await attempt(head, () => run({ system, instance, signal }), signal)
        await log.append(record)
      }
      done += 1
      onRecord?.(record, { done, total: tasks.length })
      return record
    },
    options.signal,
  )
}

async function attempt(
  head: { readonly system: string; readonly id: string },
  run: () => Promise<{ readonly [field: string]: JSONValue | undefined }>,
  signal: AbortSignal | undefined,
): Promise<RunRecord> {
  try {
    return { ...head, status: "ok", ...(await run()) }
  } catch (error) {
    // An aborted instance is not finished: it runs again on resume.
    signal?.throwIfAborted()
    const name = error instanceof Error ? error.name : "Error"
    return { ...head, status: "failed", error: { name, message: messageOf(error) } }
  }
}

function checkUnique<T>(argument: string, items: readonly T[], keyOf: (item: T) => string): void {
  const seen = new Set<string>()
  for (const item of items) {
    const key = keyOf(item)
    if (seen.has(key))
      throw new InvalidArgumentError(argument, items, `unique (${describe(key)} is there twice)`)
    seen.add(key)
  }
}
