/// <reference types="node" />
import type { DocumentOutcome, SpdRagEvent } from "spd-rag"
import type { CommandHost } from "../host"
import type { Spending } from "../model/spending"
import { count, dollars, plural } from "../screen/numbers"
import { createProgress, type Progress } from "../screen/progress"

export interface ReadingWatch {
  onEvent(event: SpdRagEvent): void
  /** Ends the line of progress. */
  end(): void
  /** True where the answer's text has been written while it came. */
  streamed(): boolean
  /** What was read so far, in a sentence. */
  summary(): string
}

export interface WatchOptions {
  readonly host: CommandHost
  readonly spent: () => Spending
  /** Writes the answer's text while it comes. */
  readonly streamsAnswer: boolean
}

/** Shows what a run does: documents read, tokens, cost, time left, merges, and the answer as it is written. */
export function watchReading({ host, spent, streamsAnswer }: WatchOptions): ReadingWatch {
  const { stdout, stderr, now = () => performance.now() } = host
  const tally = new Map<DocumentOutcome["status"], number>()
  let progress: Progress | undefined
  let done = 0
  let total = 0
  let retries = 0
  let hasText = false
  const end = () => {
    progress?.end()
    progress = undefined
  }
  const start = (label: string) => {
    end()
    progress = createProgress(stderr, label, now)
  }
  const note = () => {
    const { tokens, cost } = spent()
    const parts = [
      ...(tokens > 0 ? [plural(tokens, "token")] : []),
      ...(cost !== undefined && cost > 0 ? [dollars(cost)] : []),
      ...(retries > 0 ? [`${plural(retries, "call")} tried again`] : []),
    ]
    return parts.join(" · ")
  }
  return {
    onEvent(event) {
      if (event.type === "run-start") {
        total = event.documentCount
        start("Reading ")
      } else if (event.type === "agent-end") {
        tally.set(event.status, (tally.get(event.status) ?? 0) + 1)
        done = event.done
        progress?.update(done, total, note())
      } else if (event.type === "round-start" && event.batches > 1) start("Merging ")
      else if (event.type === "merge-end" && event.batches > 1) {
        progress?.update(event.done, event.batches, note())
      } else if (event.type === "call-retry") {
        retries += 1
        progress?.update(done, total, note())
      } else if (event.type === "answer-delta" && streamsAnswer) {
        end()
        if (event.restart && hasText)
          stdout.write("\n\nThe text above does not hold; it is written again:\n\n")
        stdout.write(event.text)
        hasText = true
      }
    },
    end,
    streamed: () => hasText,
    summary() {
      const parts = [...tally].map(([status, number]) => `${count(number)} ${status}`)
      const which = parts.length === 0 ? "" : `: ${parts.join(", ")}`
      return `${count(done)} of ${plural(total, "document")} had been read${which}.`
    },
  }
}
