import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { startQdrantServer } from "../adapters/qdrant/server"
import { noRedis, startRedis } from "../bullmq/redis-server"
import { scriptsFrom } from "../support/scripts"

const root = fileURLToPath(new URL("../../", import.meta.url))

interface Example {
  readonly output: () => string
  readonly ended: Promise<{ exitCode: number | null; output: string; errors: string }>
  stop(): void
}

/** `table` finds its pages beside itself, and is run as a user runs it; the others start faster as scripts. */
const scripts = scriptsFrom(
  ["first-example", "gemini-cohere", "qdrant", "streaming/main", "workers"].map(
    (name) => `examples/${name}.ts`,
  ),
)

/** Runs an example with these variables and none of the keys that this machine may have. */
function run(name: string, variables: { [name: string]: string } = {}): Example {
  const { GEMINI_API_KEY: _, CO_API_KEY: __, QDRANT_URL: ___, REDIS_URL: ____, ...env } = process.env
  const [file = "", ...argv] = `examples/${name}`.split(" ")
  const program = name === "table.ts" ? ["--import", "tsx", file] : [scripts.path(file)]
  const child = spawn(process.execPath, [...program, ...argv], {
    cwd: root,
    env: { ...env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  let errors = ""
  child.stdout.on("data", (text) => (output += text))
  child.stderr.on("data", (text) => (errors += text))
  const ended = new Promise<{ exitCode: number | null; output: string; errors: string }>((resolve) => {
    child.once("close", (exitCode) => resolve({ exitCode, output, errors }))
  })
  return { output: () => output, ended, stop: () => void child.kill("SIGINT") }
}

describe("examples", () => {
  it("first-example answers", async () => {
    const { exitCode, output, errors } = await run("first-example.ts").ended
    expect(errors).toBe("")
    expect(exitCode).toBe(0)
    expect(output).toContain("Acme pays in 30 days [1], Bolt in 60 [2].")
    expect(output).toMatch(/^\[2\] bolt\.txt \d+-\d+: "The buyer pays within 60 days\."$/m)
  })

  it("table reads pages by rules, and counts them", async () => {
    const { exitCode, output, errors } = await run("table.ts").ended
    expect(errors).toBe("")
    expect(exitCode).toBe(0)
    expect(output).toMatch(/\| gemini\.md .*@google\/genai/)
    expect(output).toMatch(/^\d+ of \d+ pages name a package\.$/m)
  })

  it("qdrant stores, answers, and finds its documents again", async () => {
    const server = await startQdrantServer()
    try {
      const first = await run("qdrant.ts", { QDRANT_URL: server.url }).ended
      expect(first).toMatchObject({ exitCode: 0, errors: "" })
      expect(first.output).toContain("2 added, 0 unchanged")
      expect(first.output).toMatch(/bolt.txt: ".*The buyer pays within 60 days.*" \[\d\]/)
      const second = await run("qdrant.ts", { QDRANT_URL: server.url }).ended
      expect(second.output).toBe(first.output.replace("2 added, 0 unchanged", "0 added, 2 unchanged"))
    } finally {
      await server.close()
    }
  })

  it.skipIf(noRedis !== undefined)("workers read what another process asks", async () => {
    const redis = await startRedis()
    const folder = mkdtempSync(join(tmpdir(), "spd-rag-workers-"))
    const variables = {
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      SET_URL: `file:${join(folder, "set.db")}`,
    }
    try {
      const worker = run("workers.ts work", variables)
      const asked = await run("workers.ts ask", variables).ended
      expect(asked).toMatchObject({ exitCode: 0, errors: "" })
      expect(asked.output).toMatch(/bolt.txt: ".*The buyer pays within 60 days.*" \[\d\]/)
      worker.stop()
      expect(await worker.ended).toMatchObject({ exitCode: 0, errors: "" })
    } finally {
      await redis.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it.each([
    ["gemini-cohere.ts", "Set GEMINI_API_KEY and CO_API_KEY: this example calls both services.\n"],
    ["workers.ts", "Set REDIS_URL to the address of a Redis server, for example redis://localhost:6379.\n"],
    ["qdrant.ts", "Set QDRANT_URL to the address of a Qdrant server, for example http://localhost:6333.\n"],
  ])("%s says what it lacks", async (name, errors) => {
    expect(await run(name).ended).toEqual({ exitCode: 1, output: "", errors })
  })

  it("streaming answers over HTTP, and ends when it is told to", async () => {
    const example = run("streaming/main.ts", { PORT: "0" })
    try {
      let url: string | undefined
      while (url === undefined) {
        url = /at (http:\S+)\n/.exec(example.output())?.[1]
        const over = await Promise.race([example.ended, new Promise((resolve) => setTimeout(resolve, 20))])
        expect(over).toBeUndefined()
      }
      const response = await fetch(`${url}/api/runs`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ question: "What is said about the public debt?" }),
      })
      const { run: id } = (await response.json()) as { run: string }
      const text = await (await fetch(`${url}/api/runs/${id}/events`)).text()
      expect(text.match(/^event: agent-end$/gm)).toHaveLength(40)
      expect(text).toMatch(/^event: run-end$/m)
    } finally {
      example.stop()
    }
    expect(await example.ended).toMatchObject({ exitCode: 0, errors: "" })
  })
})
