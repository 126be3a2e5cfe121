#!/usr/bin/env node
import { exitCodes } from "./exit-codes"
/// <reference types="node" />
import type { CommandHost } from "./host"
import { Interrupted } from "./interrupted"
import { main } from "./main"

const controller = new AbortController()
process.on("SIGINT", () => {
  // The second time, whatever is still under way is left.
  if (controller.signal.aborted) process.exit(exitCodes.interrupted)
  controller.abort(new Interrupted())
})
// A reader such as `head` that has seen enough is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(exitCodes.answered)
  throw error
})

const host: CommandHost = {
  argv: process.argv.slice(2),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  signal: controller.signal,
}
process.exitCode = await main(host)
