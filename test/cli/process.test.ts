import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, onTestFinished, test } from "vitest"
import { startGeminiServer } from "../adapters/gemini/server"
import { geminiCodeWords } from "../adapters/kit/code-words"
import { documentText } from "../support/model"
import { scriptsFrom } from "../support/scripts"
import { folderOf } from "./run"

const scripts = scriptsFrom(["src/cli/bin.ts"])
const root = fileURLToPath(new URL("../../", import.meta.url))

/** The command as a process of its own, with its output in pipes. */
function start(argv: readonly string[], env: { readonly [name: string]: string } = {}) {
  const child = spawn(process.execPath, [scripts.path("src/cli/bin.ts"), ...argv], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  let stdout = ""
  let stderr = ""
  child.stdout.on("data", (piece) => {
    stdout += piece
  })
  child.stderr.on("data", (piece) => {
    stderr += piece
  })
  const ended = once(child, "close").then(([exitCode]) => ({ exitCode, stdout, stderr }))
  return { child, ended, output: child.stdout }
}

test("as a process: an answer in a pipe is plain, and its exit code is 0", async () => {
  const cwd = await folderOf({ "a.txt": "The lease ends on 3 May 2031." })
  const { exitCode, stdout, stderr } = await start(["ask", "When does the lease end?", cwd]).ended
  expect(exitCode).toBe(0)
  expect(stdout).toContain('"The lease ends on 3 May 2031." [1]')
  expect(stdout + stderr).not.toContain("\u001b")
})

test("as a process: Ctrl-C stops it, says what was read, and ends with code 130", async () => {
  const google = await startGeminiServer({ reply: geminiCodeWords })
  onTestFinished(() => google.close())
  const cwd = await folderOf({ "docs/a.txt": documentText("alpha"), "docs/b.txt": documentText("bravo") })
  const env = { GEMINI_API_KEY: "key", GOOGLE_GEMINI_BASE_URL: google.url }
  // The plan is answered; the document that is read then is not.
  google.script(undefined, { fault: "hang" })
  const flags = ["--model", "gemini:gemini-2.5-flash", "--concurrency", "1", "--set", join(cwd, "set")]
  const running = start(["ask", "What are the code words?", join(cwd, "docs"), ...flags], env)
  await google.arrival()
  await google.arrival()
  running.child.kill("SIGINT")
  const { exitCode, stdout, stderr } = await running.ended
  expect([exitCode, stdout]).toEqual([130, ""])
  expect(stderr).toContain(
    "Stopped. 0 of 2 documents had been read. Run the same command with --resume to go on",
  )
})

test("as a process: a second Ctrl-C ends what the first one could not stop", async () => {
  const config = 'console.log("reading"); setInterval(() => {}, 1_000); await new Promise(() => {})'
  const cwd = await folderOf({ "endless.mjs": config })
  const running = start(["ask", "Who?", cwd, "--config", join(cwd, "endless.mjs")])
  await once(running.output, "data")
  running.child.kill("SIGINT")
  // Signals that are not taken yet are merged: the second one is sent until the process has ended.
  const again = setInterval(() => running.child.kill("SIGINT"), 20)
  onTestFinished(() => clearInterval(again))
  expect((await running.ended).exitCode).toBe(130)
})
