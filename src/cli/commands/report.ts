/// <reference types="node" />
import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { type Answer, answerFromJSON } from "spd-rag"
import { UsageError } from "../errors"
import { type ExitCode, exitCodes } from "../exit-codes"
import { fileToWrite, writeWhole } from "../files/written"
import type { CommandHost } from "../host"

export interface ReportFlags {
  readonly out?: string | undefined
}

/** `spd-rag report answer.json`: the page of an answer that `ask --json` gave. */
export async function report(path: string, flags: ReportFlags, host: CommandHost): Promise<ExitCode> {
  const name = flags.out ?? `${path.replace(/\.json$/, "")}.html`
  const out = fileToWrite("--out", name, host.cwd)!
  const json = await readFile(resolve(host.cwd, path), "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `${path} can't be read: ${error.code === "ENOENT" ? "there is no such file" : error.message}.`,
    )
  })
  const { renderReport } = await import("spd-rag/report")
  await writeWhole(out, renderReport(answerIn(json, path)))
  host.stdout.write(`${name}\n`)
  return exitCodes.answered
}

function answerIn(json: string, path: string): Answer {
  try {
    return answerFromJSON(json)
  } catch (error) {
    throw new UsageError(`${path} is no answer that \`ask --json\` gave: ${(error as Error).message}`)
  }
}
