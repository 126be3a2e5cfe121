/// <reference types="node" />
import type { DocumentOutcome, SpdRagEvent } from "spd-rag"
import type { CommandHost } from "../host"
import type { Asked } from "./on-documents"
import { watchReading } from "./watch-reading"

/** Runs with progress, and says what was read and how to go on when it is stopped. */
export async function runAsked<T>(
  { spent, isOffline }: Asked,
  host: CommandHost,
  streamsAnswer: boolean,
  run: (onEvent: (event: SpdRagEvent) => void) => Promise<T>,
): Promise<{ readonly result: T; readonly streamed: boolean }> {
  const watch = watchReading({ host, spent, streamsAnswer })
  try {
    const result = await run(watch.onEvent)
    watch.end()
    return { result, streamed: watch.streamed() }
  } catch (error) {
    watch.end()
    if (host.signal.aborted) {
      const goOn = isOffline
        ? "An offline run keeps nothing: run the same command again."
        : "Run the same command with --resume to go on; what was paid is kept."
      host.stderr.write(`Stopped. ${watch.summary()} ${goOn}\n`)
    }
    throw error
  }
}

/** Left out though it was meant to be read; not one that is empty, or that routing found to be beside the question. */
export function wasMissed(outcome: DocumentOutcome): boolean {
  if (outcome.status === "skipped") return outcome.reason === "limit" || outcome.reason === "missing"
  return outcome.status === "failed" || outcome.status === "partial"
}

/** Says how to go on where a limit ended the reading. */
export function noteLimit(documents: readonly DocumentOutcome[], { stderr }: CommandHost): void {
  if (documents.some((outcome) => outcome.status === "skipped" && outcome.reason === "limit")) {
    stderr.write("The limit was reached: --resume with a higher --max-cost goes on from here.\n")
  }
}
