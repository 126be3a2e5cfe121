import { spawn } from "node:child_process"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { scriptsFrom } from "../../support/scripts"

const source = "test/policy/cache/crashing-run.ts"
const { folder, path } = scriptsFrom([source], "bundle")

interface Ended {
  readonly signal: string | null
  readonly calls: readonly string[]
  readonly answer: string | undefined
}

/** One process, ended by itself at a call or by its answer. */
function run(cache: string, killAt: number, concurrency: number): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path(source), cache, String(killAt), String(concurrency)], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    let output = ""
    child.stdout.on("data", (data: Buffer) => (output += data))
    child.on("error", reject)
    child.on("close", (_, signal) => {
      const calls = [...output.matchAll(/^call (\w+)$/gm)].map(([, name]) => name!)
      resolve({ signal, calls, answer: /^answer (.*)$/m.exec(output)?.[1] })
    })
  })
}

describe("a run that is killed with -9", () => {
  let whole: Ended
  beforeAll(async () => {
    whole = await run(join(folder, "whole"), -1, 1)
    expect(whole.answer).toContain("word29")
  })

  it("at each of 40 calls is asked again without repeating a finished one, and answers the same", async () => {
    const count = whole.calls.length
    expect(count).toBeGreaterThan(80)
    const cache = join(folder, "calls")
    const finished: string[] = []
    for (let at = 0; at < 40; at++) {
      const killAt = Math.floor((at * count) / 40) - finished.length
      const { signal, calls, answer } = await run(cache, killAt, 1)
      expect([signal, calls.length, answer]).toEqual(["SIGKILL", killAt, undefined])
      finished.push(...calls)
    }
    const last = await run(cache, -1, 1)
    expect(last.answer).toBe(whole.answer)
    // One process after the other has made the calls of a run that nobody killed, each once.
    expect([...finished, ...last.calls]).toEqual(whole.calls)
  })

  it("while calls are under way side by side repeats those at most", async () => {
    const concurrency = 4
    for (const killAt of [35, 90]) {
      const cache = join(folder, `beside-${killAt}`)
      const killed = await run(cache, killAt, concurrency)
      expect(killed.signal).toBe("SIGKILL")
      const again = await run(cache, -1, concurrency)
      expect(again.answer).toBe(whole.answer)
      const repeated = again.calls.filter((name) => killed.calls.includes(name))
      expect(repeated.length).toBeLessThanOrEqual(concurrency)
    }
  })
})
