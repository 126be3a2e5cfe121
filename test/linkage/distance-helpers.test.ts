import { readFileSync } from "node:fs"
import { Worker } from "node:worker_threads"
import { cosineDistances } from "spd-rag"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import type { DistanceJob } from "../../src/linkage/distances/panels"
import { bundledWorker, target } from "../../src/linkage/distances/worker/build"

/** 2.2e9 multiplications: enough for helpers. */
const vectors = Array.from({ length: 1700 }, (_, i) =>
  Float32Array.from({ length: 1536 }, (_, k) => Math.sin(i * 12.9898 + k * 78.233 + i * k * 0.37)),
)
let alone: Float32Array

afterEach(() => {
  vi.restoreAllMocks()
})

describe("helpers of cosineDistances", () => {
  beforeAll(async () => {
    vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never)
    alone = (await cosineDistances(vectors)).condensed
  })

  it("compute the same to the bit, and end", async () => {
    const exits: Promise<unknown>[] = []
    useWorker(
      class extends Worker {
        constructor(source: string, options: object) {
          super(source, options)
          exits.push(new Promise((resolve) => this.on("exit", resolve)))
        }
      },
      3,
    )
    expect(sameBits((await cosineDistances(vectors)).condensed, alone)).toBe(true)
    expect(exits.length).toBe(2)
    await Promise.all(exits)
  })

  it("do what they have taken", async () => {
    const doneAtExit: number[][] = []
    useWorker(
      class extends Worker {
        constructor(source: string, options: { workerData: { job: DistanceJob } }) {
          super(source, options)
          const { job } = options.workerData
          // This thread is told that all panels are taken, so that the helper has them all.
          vi.spyOn(Atomics, "add").mockReturnValue(job.done.length as never)
          this.on("exit", () => doneAtExit.push([...job.done]))
        }
      },
      2,
    )
    expect(sameBits((await cosineDistances(vectors)).condensed, alone)).toBe(true)
    expect(doneAtExit).toEqual([new Array(7).fill(1)])
  })

  it.each([
    ["are forbidden", async () => {}],
    ["never start", () => new Promise<void>(() => {})],
    ["fail at once", async () => {}],
    ["fail with a panel in hand", async (job: DistanceJob) => void Atomics.add(job.taken, 0, 1)],
  ])("who %s leave a whole result", async (name, live) => {
    const stopped = vi.fn(async () => 0)
    useWorker(fakeWorker(live, stopped, name === "are forbidden"), 4)
    expect(sameBits((await cosineDistances(vectors)).condensed, alone)).toBe(true)
    expect(stopped).toHaveBeenCalledTimes(name === "are forbidden" ? 0 : 3)
  })

  it("are stopped by an abort, also while they are waited for", async () => {
    const reason = new Error("enough")
    const controller = new AbortController()
    const stopped = vi.fn(async () => 0)
    const hang = (job: DistanceJob) => {
      Atomics.add(job.taken, 0, job.done.length)
      setImmediate(() => controller.abort(reason))
      return new Promise<void>(() => {})
    }
    useWorker(fakeWorker(hang, stopped), 2)
    await expect(cosineDistances(vectors, { signal: controller.signal })).rejects.toBe(reason)
    expect(stopped).toHaveBeenCalledTimes(1)
  })

  it("are not called for little work, nor on one core", async () => {
    const used = vi.fn()
    useWorker(used as never, 4)
    await cosineDistances(vectors.slice(0, 100))
    useWorker(used as never, 1)
    await cosineDistances(vectors)
    expect(used).not.toHaveBeenCalled()
  })
})

describe("the worker in the sources", () => {
  it("is what its source is bundled to: else run `npm run build:worker`", async () => {
    expect(await bundledWorker()).toBe(readFileSync(target, "utf8"))
  })
})

function useWorker(worker: new (source: string, options: never) => unknown, cores: number) {
  vi.spyOn(process, "getBuiltinModule").mockImplementation(
    (id: string) => (id === "node:os" ? { availableParallelism: () => cores } : { Worker: worker }) as never,
  )
}

/** A worker whose life is a promise: it fails or exits as that settles. */
function fakeWorker(
  live: (job: DistanceJob) => Promise<void>,
  terminate: () => Promise<number>,
  forbidden = false,
) {
  return class {
    readonly #life: Promise<void>
    constructor(_: string, { workerData }: { workerData: { job: DistanceJob } }) {
      if (forbidden) throw new Error("workers are forbidden")
      this.#life = live(workerData.job)
    }
    on(event: string, listener: () => void) {
      if (event === "exit") this.#life.then(listener)
    }
    terminate = terminate
  }
}

function sameBits(a: Float32Array, b: Float32Array): boolean {
  return a.length === b.length && a.every((value, at) => Object.is(value, b[at]))
}
