import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { PassThrough } from "node:stream"
import { onTestFinished } from "vitest"
import type { CommandHost } from "../../src/cli/host"
import { main } from "../../src/cli/main"

export interface Ran {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions extends Partial<Omit<CommandHost, "argv" | "cwd" | "stdout" | "stderr">> {
  readonly isTTY?: boolean
  /** Told of each piece that the command writes, with all of it so far. */
  readonly onOutput?: (stdout: string, stderr: string) => void
}

/** Runs the command in this process, in a folder, and keeps what it writes. */
export async function run(
  cwd: string,
  argv: readonly string[],
  { isTTY = false, onOutput, ...host }: RunOptions = {},
): Promise<Ran> {
  let stdout = ""
  let stderr = ""
  const told = () => onOutput?.(stdout, stderr)
  const exitCode = await main({
    argv,
    cwd,
    env: {},
    stdin: new PassThrough(),
    signal: new AbortController().signal,
    stdout: {
      isTTY,
      write(text) {
        stdout += text
        told()
      },
    },
    stderr: {
      isTTY,
      write(text) {
        stderr += text
        told()
      },
    },
    ...host,
  })
  return { exitCode, stdout, stderr }
}

/** A folder of these files, gone after the test. */
export async function folderOf(files: { readonly [path: string]: string | Uint8Array }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "spd-rag-command-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}
