import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { PassThrough } from "node:stream"
import { expect, onTestFinished, test } from "vitest"
import type { CommandHost } from "../../src/cli/host"
import { main } from "../../src/cli/main"
import { folderOf, run } from "./run"

test("serve shows the page at the address that it prints, until it is stopped", async () => {
  const cwd = await folderOf({ "a.txt": "The lease ends on 3 May 2031." })
  const controller = new AbortController()
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const host: CommandHost = {
    argv: ["serve", "."],
    cwd,
    env: {},
    stdin: new PassThrough(),
    stdout: stdout as CommandHost["stdout"],
    stderr: stderr as CommandHost["stderr"],
    signal: controller.signal,
  }
  const ended = main(host).finally(() => stdout.end())
  let written = ""
  for await (const piece of stdout) {
    written += piece
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(written)?.[0]
    if (url === undefined || controller.signal.aborted) continue
    expect(await (await fetch(url)).text()).toContain("<!doctype html>")
    controller.abort()
  }
  expect(await ended).toBe(0)
})

test("a port in use is one sentence", async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const { exitCode, stderr } = await run(await folderOf({ "a.txt": "x" }), [
    "serve",
    ".",
    "--port",
    String(port),
  ])
  expect(exitCode).toBe(1)
  expect(stderr.split("\n").filter((line) => line.includes("in use"))).toHaveLength(1)
})
