import { type ChildProcess, spawn } from "node:child_process"

const mostMs = 300_000
const linesShown = 12

export interface Command {
  readonly command: string
  readonly args: readonly string[]
  readonly folder: string
  readonly env?: { readonly [name: string]: string } | undefined
}

/** Runs a command to its end; what it printed. @throws Error with its last words, or after five minutes */
export async function run(given: Command): Promise<string> {
  const { child, printed } = start(given)
  const timer = setTimeout(() => child.kill("SIGKILL"), mostMs)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject)
    child.on("close", resolve)
  }).finally(() => clearTimeout(timer))
  if (code !== 0)
    throw new Error(`${given.command} ended with ${code ?? "a signal"}:\n${lastWords(printed())}`)
  return printed()
}

/** Starts a server, uses it once it answers, and ends it. */
export async function whileRunning<T>(given: Command, url: string, use: () => Promise<T>): Promise<T> {
  const { child, printed } = start(given)
  let ended = false
  const closed = new Promise<void>((resolve) => {
    child.on("error", () => resolve())
    child.on("close", () => resolve())
  }).then(() => {
    ended = true
  })
  try {
    const end = performance.now() + mostMs
    while (!(await answers(url))) {
      if (ended || performance.now() > end) throw new Error(`No server came up:\n${lastWords(printed())}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return await use()
  } finally {
    child.kill("SIGKILL")
    await closed
  }
}

function start({ command, args, folder, env }: Command): { child: ChildProcess; printed: () => string } {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let text = ""
  const take = (part: Buffer) => {
    text = (text + part).slice(-100_000)
  }
  child.stdout.on("data", take)
  child.stderr.on("data", take)
  return { child, printed: () => text }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )

const lastWords = (text: string): string => text.trim().split("\n").slice(-linesShown).join("\n")
