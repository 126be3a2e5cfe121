import { type Answer, answerToJSON } from "spd-rag"
import { type ExitCode, exitCodes } from "../exit-codes"
import { fileToWrite, writeWhole } from "../files/written"
import type { CommandHost } from "../host"
import { renderAnswer } from "../screen/answer"
import { estimateLine } from "../screen/estimate"
import { styleOf } from "../screen/style"
import type { Flags } from "../settings/settings"
import { type Asked, onDocuments } from "./on-documents"
import { noteLimit, runAsked, wasMissed } from "./run-asked"

export interface AskFlags extends Flags {
  readonly json?: boolean | undefined
  readonly report?: string | undefined
}

/** `spd-rag ask QUESTION PATHS...` */
export async function ask(
  question: string,
  paths: readonly string[],
  flags: AskFlags,
  host: CommandHost,
): Promise<ExitCode> {
  const { stdout, stderr, signal } = host
  const report = fileToWrite("--report", flags.report, host.cwd)
  const written = report === undefined ? [] : [report]
  return onDocuments({ question, paths, flags, written }, host, async (asked) => {
    const { rag, documents, isOffline, isIncomplete } = asked
    if (!isOffline) stderr.write(`${estimateLine(await rag.estimate(question, { documents, signal }))}\n`)
    // A pipe gets the text when it is final: what is written while it comes can't be taken back.
    const streamsAnswer = !flags.json && stdout.isTTY === true
    const { result: answer, streamed } = await runAsked(asked, host, streamsAnswer, (onEvent) =>
      rag.ask(question, { documents, signal, onEvent }),
    )
    if (flags.json) stdout.write(`${JSON.stringify(answerToJSON(answer), undefined, 2)}\n`)
    else stdout.write(await textOf(answer, streamed, asked, host))
    if (report !== undefined) {
      const { passagesOf, renderReport } = await import("spd-rag/report")
      await writeWhole(report, renderReport(answer, { passages: await passagesOf(rag, answer, { signal }) }))
      stderr.write(`Report: ${flags.report}\n`)
    }
    noteLimit(answer.documents, host)
    return isIncomplete || answer.documents.some(wasMissed) ? exitCodes.incomplete : exitCodes.answered
  })
}

async function textOf(
  answer: Answer,
  streamed: boolean,
  { rag, added, isOffline }: Asked,
  { stdout, env, signal }: CommandHost,
): Promise<string> {
  const asked = new Set(answer.documents.map(({ documentId }) => documentId))
  let documentTokens = 0
  for await (const { id, tokens } of rag.documents({ signal })) if (asked.has(id)) documentTokens += tokens
  const style = styleOf(stdout, env)
  const text = renderAnswer(answer, {
    style,
    withText: !streamed,
    isOffline,
    indexingMs: added?.durationMs,
    documentTokens,
  })
  return streamed ? `\n\n${text}` : text
}
