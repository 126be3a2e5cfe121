import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A Redis of a test's own, on loopback, with its data in a folder of its own. */
export interface RedisServer {
  readonly port: number
  /** Ends it as an operator would, and starts it again over the same data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Why there is no Redis here; undefined where there is one. */
export const noRedis: string | undefined =
  spawnSync("redis-server", ["--version"]).status === 0
    ? undefined
    : "redis-server is not installed here: the tests of spd-rag/bullmq that need it are left out."

export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "spd-rag-redis-"))
  const port = await freePort()
  let server = await start(port, folder)
  return {
    port,
    async restart() {
      await end(server)
      server = await start(port, folder)
    },
    async stop() {
      await end(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
    probe.on("error", reject)
  })
}

function start(port: number, folder: string): Promise<ChildProcess> {
  const settings = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--save", ""]
  const server = spawn("redis-server", [...settings, "--appendonly", "yes", "--appendfsync", "always"])
  return new Promise((resolve, reject) => {
    let output = ""
    server.stdout.on("data", (data: Buffer) => {
      output += data
      if (output.includes("Ready to accept connections")) resolve(server)
    })
    server.on("error", reject)
    server.on("exit", (code) => reject(new Error(`redis-server ended with ${code}:\n${output}`)))
  })
}

function end(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.removeAllListeners("exit")
    if (server.exitCode !== null) resolve()
    server.on("exit", () => resolve())
    server.kill("SIGTERM")
  })
}
