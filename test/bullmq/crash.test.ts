import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { spdRag, type UsageReport } from "spd-rag"
import { libsqlVectorStore } from "spd-rag/libsql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { codeWordModel } from "../support/model"
import { scriptsFrom } from "../support/scripts"
import { noRedis, type RedisServer, startRedis } from "./redis-server"

if (noRedis !== undefined) console.log(noRedis)

const documentCount = 300
const ids = Array.from({ length: documentCount }, (_, at) => `doc-${String(at).padStart(3, "0")}`)

/** A process whose lines are counted as they come. */
class Running {
  readonly lines: string[] = []
  readonly ended: Promise<string | null>
  readonly #child: ChildProcess
  #onLine: () => void = () => {}

  constructor(script: string, ...args: readonly string[]) {
    this.#child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "inherit"] })
    let rest = ""
    this.#child.stdout!.on("data", (data: Buffer) => {
      const lines = `${rest}${data}`.split("\n")
      rest = lines.pop()!
      for (const line of lines) {
        this.lines.push(line)
        this.#onLine()
      }
    })
    this.ended = new Promise((resolve) => {
      this.#child.on("close", (code, signal) => {
        this.#onLine()
        resolve(signal ?? String(code))
      })
    })
  }

  starting(word: string): readonly string[] {
    return this.lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))
  }

  /** Resolves with the line that makes it `count` lines of this word. */
  reached(word: string, count: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onLine = () => {
        if (this.lines.filter((line) => line.split(" ")[0] === word).length >= count) resolve()
        else if (this.#child.exitCode !== null) reject(new Error(`ended before ${count} lines of ${word}`))
      }
      this.#onLine()
    })
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }
}

describe.skipIf(noRedis !== undefined)("300 documents read by three worker processes", () => {
  const source = "test/bullmq/process.ts"
  const { folder, path } = scriptsFrom([source])
  const store = join(folder, "set.db")
  let redis: RedisServer
  beforeAll(async () => {
    redis = await startRedis()
    const vectorStore = libsqlVectorStore({ url: `file:${store}` })
    const documents = ids.map((id, at) => ({ id, text: `The code word of this document is word${at}.` }))
    await spdRag({ llm: codeWordModel(), vectorStore }).add(documents)
    await vectorStore.close()
  })
  afterAll(async () => {
    await redis.stop()
  })

  it("have one outcome each, and none is read twice, though asker, worker and Redis end in between", async () => {
    const run = (role: string) => new Running(path(source), role, String(redis.port), store)
    const workers = [run("worker"), run("worker"), run("worker")]
    await Promise.all(workers.map((worker) => worker.reached("ready", 1)))

    const killed = run("asker")
    await killed.reached("done", 60)
    killed.kill("SIGKILL")
    expect(await killed.ended).toBe("SIGKILL")
    const finished = killed.starting("done").length

    const asker = run("asker")
    await asker.reached("done", finished + 60)
    workers[0]!.kill("SIGKILL")
    await asker.reached("done", finished + 100)
    await redis.restart()
    expect(await asker.ended).toBe("0")

    const outcomes = asker.starting("done").toSorted()
    expect(outcomes).toEqual(ids.map((id) => `${id} answered`))
    const answer = JSON.parse(asker.starting("answer")[0]!) as { ids: string[]; usage: UsageReport }
    expect(answer.ids).toEqual(ids)
    // What the asker that was killed had paid is not paid again.
    expect(answer.usage.fromCache!.calls).toBeGreaterThanOrEqual(finished)

    const again = run("asker")
    expect(await again.ended).toBe("0")
    expect(again.starting("done")).toHaveLength(documentCount)
    for (const worker of workers.slice(1)) worker.kill("SIGTERM")
    expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(["SIGKILL", "0", "0"])

    const calls = workers.flatMap((worker) => worker.starting("call"))
    const repeated = calls.length - new Set(calls).size
    expect(new Set(calls).size).toBe(documentCount)
    // At most what the killed worker was reading.
    expect(repeated).toBeLessThanOrEqual(4)
    console.log(`${finished} found by the second asker or before; ${repeated} documents begun again`)
  })
})
