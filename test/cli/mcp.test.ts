import { PassThrough } from "node:stream"
import { expect, test } from "vitest"
import type { CommandHost } from "../../src/cli/host"
import { main } from "../../src/cli/main"
import { folderOf } from "./run"

test("mcp serves the files named on the standard streams, and ends when the client leaves", async () => {
  const cwd = await folderOf({ "a.txt": "The lease ends on 3 May 2031." })
  const [stdin, stdout, notes] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const host: CommandHost = {
    argv: ["mcp", "."],
    cwd,
    env: {},
    stdin,
    stdout: stdout as CommandHost["stdout"],
    stderr: notes as CommandHost["stderr"],
    signal: new AbortController().signal,
  }
  const ended = main(host).finally(() => stdout.end())
  const send = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  const clientInfo = { name: "test", version: "0" }
  send({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
  })
  send({ method: "notifications/initialized" })
  send({ id: 2, method: "tools/call", params: { name: "list_documents", arguments: {} } })
  let written = ""
  for await (const piece of stdout) {
    written += piece
    if (written.includes('"id":2')) break
  }
  const replies = written
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
  expect(replies.map(({ id }) => id)).toEqual([1, 2])
  expect(JSON.stringify(replies[1])).toContain("a.txt")
  stdin.end()
  expect(await ended).toBe(0)
})
