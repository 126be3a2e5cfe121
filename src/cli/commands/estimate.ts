import { type ExitCode, exitCodes } from "../exit-codes"
import type { CommandHost } from "../host"
import { estimateLine } from "../screen/estimate"
import type { AskFlags } from "./ask"
import { onDocuments } from "./on-documents"

/** `spd-rag estimate QUESTION PATHS...`: what `ask` with the same words would use; no model is called. */
export async function estimate(
  question: string,
  paths: readonly string[],
  flags: AskFlags,
  host: CommandHost,
): Promise<ExitCode> {
  const { stdout, signal } = host
  return onDocuments({ question, paths, flags }, host, async ({ rag, documents, isIncomplete }) => {
    const estimated = await rag.estimate(question, { documents, signal })
    stdout.write(`${flags.json ? JSON.stringify(estimated, undefined, 2) : estimateLine(estimated)}\n`)
    return isIncomplete ? exitCodes.incomplete : exitCodes.answered
  })
}
