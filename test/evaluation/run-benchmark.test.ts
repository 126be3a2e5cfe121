import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { memoryRunLog, openRunLog, type RunRecord, runBenchmark } from "../../src/evaluation"

const systems = [{ name: "one" }, { name: "two" }]
const instances = ["a", "b", "c"].map((id) => ({ id }))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "run-log-"))
})
afterEach(() => rm(folder, { recursive: true }))

async function runOnce(path: string, stopAfter = Number.POSITIVE_INFINITY) {
  const started: string[] = []
  const log = await openRunLog(path)
  const controller = new AbortController()
  const records = await runBenchmark({
    systems,
    instances,
    log,
    signal: controller.signal,
    run: async ({ system, instance }) => {
      if (started.length === stopAfter) controller.abort(new Error("killed"))
      controller.signal.throwIfAborted()
      started.push(`${system.name} ${instance.id}`)
      if (instance.id === "b") throw new TypeError("no answer")
      return { score: instance.id.charCodeAt(0) }
    },
  }).catch((error: unknown) => error as Error)
  return { records, started }
}

describe("a run", () => {
  it("keeps a failed instance as failed, by name", async () => {
    const { records } = await runOnce(join(folder, "run.jsonl"))
    expect(records).toHaveLength(6)
    expect((records as RunRecord[])[1]).toEqual({
      system: "one",
      id: "b",
      status: "failed",
      error: { name: "TypeError", message: "no answer" },
    })
  })

  it("gives the same records wherever it was killed, and repeats no finished instance", async () => {
    const whole = await runOnce(join(folder, "whole.jsonl"))
    for (let kill = 0; kill < 6; kill++) {
      const path = join(folder, `killed-${kill}.jsonl`)
      const first = await runOnce(path, kill)
      expect((first.records as Error).message).toBe("killed")
      const second = await runOnce(path)
      expect(second.records).toEqual(whole.records)
      expect([...first.started, ...second.started]).toEqual(whole.started)
    }
  })

  it("gives the same file wherever its bytes were cut", async () => {
    const whole = join(folder, "whole.jsonl")
    const { records } = await runOnce(whole)
    const bytes = await readFile(whole)
    for (let length = 0; length <= bytes.length; length += 7) {
      const path = join(folder, "cut.jsonl")
      await writeFile(path, bytes.subarray(0, length))
      expect((await runOnce(path)).records).toEqual(records)
      expect(await readFile(path, "utf8")).toBe(bytes.toString("utf8"))
    }
  })

  it("names damaged lines and runs their instances again", async () => {
    const path = join(folder, "run.jsonl")
    await appendFile(path, 'nonsense\n{"system":"one","id":"a","status":"ok"}\n{"system":"one","id":"c"}\n')
    expect((await openRunLog(path)).damagedLines).toEqual([1, 3])
    expect((await runOnce(path)).started).toEqual(["one b", "one c", "two a", "two b", "two c"])
  })

  it("runs failed instances again when asked, and the later record counts", async () => {
    const path = join(folder, "run.jsonl")
    await runOnce(path)
    const again = { systems, instances, retryFailed: true, run: async () => ({ score: 1 }) }
    await runBenchmark({ ...again, log: await openRunLog(path) })
    const { records } = await openRunLog(path)
    expect(records.every(({ status }) => status === "ok")).toBe(true)
    expect(records).toHaveLength(6)
  })

  it("runs several instances at once, and gives the same records in the same order", async () => {
    let running = 0
    let most = 0
    const run = async ({ instance }: { instance: { id: string } }) => {
      running += 1
      most = Math.max(most, running)
      // Later instances end first.
      for (let turns = 10 * (100 - instance.id.charCodeAt(0)); turns > 0; turns--) await Promise.resolve()
      running -= 1
      return { score: instance.id }
    }
    const once = await runBenchmark({ systems, instances, run, log: memoryRunLog() })
    expect(most).toBe(1)
    const many = await runBenchmark({ systems, instances, run, log: memoryRunLog(), concurrency: 4 })
    expect(most).toBe(4)
    expect(many).toEqual(once)
    const none = runBenchmark({ systems, instances, run, log: memoryRunLog(), concurrency: 0 })
    await expect(none).rejects.toThrow(/concurrency/)
  })

  it("refuses an id or a name that is there twice", async () => {
    const twice = { systems: [{ name: "one" }, { name: "one" }], instances, run: async () => ({}) }
    const log = await openRunLog(join(folder, "run.jsonl"))
    await expect(runBenchmark({ ...twice, log })).rejects.toThrow(/unique/)
  })
})
