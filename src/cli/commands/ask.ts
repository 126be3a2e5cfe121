/// <reference types="node" />
import type { Answer, DocumentOutcome } from "spd-rag"
import { UsageError } from "../errors"
import { type ExitCode, exitCodes } from "../exit-codes"
import type { CommandHost } from "../host"
import { renderAnswer } from "../screen/answer"
import { estimateLine } from "../screen/estimate"
import { styleOf } from "../screen/style"
import type { OpenedRag } from "../set/open-rag"
import { usingRag } from "../set/using-rag"
import { type Flags, readSettings } from "../settings/settings"
import { addFiles } from "./add-files"
import { watchReading } from "./watch-reading"

export interface AskFlags extends Flags {
  readonly json?: boolean | undefined
}

const offlineNote =
  "Offline: no model is used. Sentences that fit are copied from the documents; name a model with --model to have an answer written.\n"

/** `spd-rag ask QUESTION PATHS...`: asks the files named, or the set of the folder where none is. */
export async function ask(
  question: string,
  paths: readonly string[],
  flags: AskFlags,
  host: CommandHost,
): Promise<ExitCode> {
  if (question.trim() === "") throw new UsageError("The question is empty.")
  const settings = await readSettings(flags, host)
  return usingRag(settings, host, paths.length > 0 ? "memory" : "set", async (opened) => {
    if (opened.isOffline) host.stderr.write(offlineNote)
    const added = paths.length > 0 ? await addFiles(opened.rag, paths, settings, host) : undefined
    if (!opened.isOffline) {
      const estimate = await opened.rag.estimate(question, { documents: added?.ids, signal: host.signal })
      host.stderr.write(`${estimateLine(estimate)}\n`)
    }
    const { answer, streamed } = await run(question, added?.ids, flags, opened, host)
    if (flags.json) host.stdout.write(`${JSON.stringify(answer, undefined, 2)}\n`)
    else {
      const view = {
        style: styleOf(host.stdout, host.env),
        withText: !streamed,
        isOffline: opened.isOffline,
        indexingMs: added?.durationMs,
        documentTokens: await tokensOf(answer, opened, host.signal),
      }
      host.stdout.write(`${streamed ? "\n\n" : ""}${renderAnswer(answer, view)}`)
    }
    if (answer.documents.some((outcome) => outcome.status === "skipped" && outcome.reason === "limit")) {
      host.stderr.write("The limit was reached: --resume with a higher --max-cost goes on from here.\n")
    }
    const isWhole = !answer.documents.some(wasMissed) && (added?.missed ?? 0) === 0
    return isWhole ? exitCodes.answered : exitCodes.incomplete
  })
}

async function run(
  question: string,
  documents: readonly string[] | undefined,
  { json }: AskFlags,
  { rag, spent, isOffline }: OpenedRag,
  host: CommandHost,
): Promise<{ readonly answer: Answer; readonly streamed: boolean }> {
  const { stdout, stderr, signal } = host
  // A pipe gets the text when it is final: what is written while it comes can't be taken back.
  const streamsAnswer = !json && stdout.isTTY === true
  const watch = watchReading({ host, spent, streamsAnswer })
  try {
    const answer = await rag.ask(question, { documents, signal, onEvent: watch.onEvent })
    watch.end()
    return { answer, streamed: watch.streamed() }
  } catch (error) {
    watch.end()
    if (error === signal.reason) {
      const goOn = isOffline
        ? "An offline run keeps nothing: run the same command again."
        : "Run the same command with --resume to go on; what was paid is kept."
      stderr.write(`Stopped. ${watch.summary()} ${goOn}\n`)
    }
    throw error
  }
}

/** Left out though it was meant to be read; not one that is empty, or that routing found to be beside the question. */
function wasMissed(outcome: DocumentOutcome): boolean {
  if (outcome.status === "skipped") return outcome.reason === "limit" || outcome.reason === "missing"
  return outcome.status === "failed" || outcome.status === "partial"
}

async function tokensOf({ documents }: Answer, { rag }: OpenedRag, signal: AbortSignal): Promise<number> {
  const asked = new Set(documents.map(({ documentId }) => documentId))
  let tokens = 0
  for await (const stored of rag.documents({ signal })) if (asked.has(stored.id)) tokens += stored.tokens
  return tokens
}
