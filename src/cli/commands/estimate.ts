import { UsageError } from "../errors"
import { type ExitCode, exitCodes } from "../exit-codes"
import type { CommandHost } from "../host"
import { estimateLine } from "../screen/estimate"
import { usingRag } from "../set/using-rag"
import { readSettings } from "../settings/settings"
import { addFiles } from "./add-files"
import type { AskFlags } from "./ask"

/** `spd-rag estimate QUESTION PATHS...`: what `ask` with the same words would use; no model is called. */
export async function estimate(
  question: string,
  paths: readonly string[],
  flags: AskFlags,
  host: CommandHost,
): Promise<ExitCode> {
  if (question.trim() === "") throw new UsageError("The question is empty.")
  const settings = await readSettings(flags, host)
  return usingRag(settings, host, paths.length > 0 ? "memory" : "set", async ({ rag }) => {
    const added = paths.length > 0 ? await addFiles(rag, paths, settings, host) : undefined
    const estimated = await rag.estimate(question, { documents: added?.ids, signal: host.signal })
    const text = flags.json ? JSON.stringify(estimated, undefined, 2) : estimateLine(estimated)
    host.stdout.write(`${text}\n`)
    return (added?.missed ?? 0) === 0 ? exitCodes.answered : exitCodes.incomplete
  })
}
