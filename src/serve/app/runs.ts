import type { SpdRagEvent } from "../../contracts/run-end"
import { type KeptEvents, keepEvents } from "../../http"
import { passagesOf } from "../../report"
import type { ReportData } from "../../report/data/types"
import { reportOf } from "../../report/render-report"
import type { SpdRag } from "../../spd-rag"
import type { ResolvedAppOptions } from "../options"
import type { PageEvent } from "../page-event"
import { Refusal } from "./refusal"

/** A question under way, or answered. */
interface PageRun {
  readonly events: KeptEvents
  readonly set: string
  /** Once it is answered. */
  report: ReportData | undefined
}

export interface Runs {
  /** Known to who asked alone. @throws Refusal for one too many */
  start(rag: SpdRag, set: string, question: string): string
  /** @throws Refusal where there is none of this id */
  get(id: string): PageRun
  stop(id: string): Promise<void>
  /** Ends those of a set, or all. */
  remove(set?: string): Promise<void>
  readonly running: number
}

/** Runs that are over and may still be looked at. */
const mostEnded = 16

export function createRuns({ maxRuns, graceMs, clock }: ResolvedAppOptions): Runs {
  const runs = new Map<string, PageRun>()
  const running = () => [...runs.values()].filter(({ events }) => !events.isEnded).length
  const forget = () => {
    const ended = [...runs].filter(([, { events }]) => events.isEnded)
    for (const [id] of ended.slice(0, -mostEnded)) runs.delete(id)
  }
  return {
    start(rag, set, question) {
      if (running() >= maxRuns) throw new Refusal(503, "Too many questions at once. Try again in a moment.")
      forget()
      const id = crypto.randomUUID()
      const events = pageEvents(rag, question, (report) => {
        run.report = report
      })
      const run: PageRun = { events: keepEvents(events, { graceMs, clock }), set, report: undefined }
      runs.set(id, run)
      return id
    },
    get(id) {
      const run = runs.get(id)
      if (run === undefined) throw new Refusal(404, "This answer is here no more. Ask again.")
      return run
    },
    async stop(id) {
      await runs.get(id)?.events.close()
    },
    async remove(set) {
      const own = [...runs].filter(([, run]) => set === undefined || run.set === set)
      for (const [id] of own) runs.delete(id)
      await Promise.all(own.map(([, { events }]) => events.close()))
    },
    get running() {
      return running()
    },
  }
}

/** The events of a run for its page: in place of the answer, all that the page shows of it. */
function pageEvents(
  rag: SpdRag,
  question: string,
  onReport: (report: ReportData) => void,
): AsyncIterable<PageEvent> {
  return {
    [Symbol.asyncIterator]() {
      const events = rag.stream(question)[Symbol.asyncIterator]()
      return {
        async next() {
          const next = await events.next()
          return next.done ? next : { done: false, value: await pageEvent(rag, next.value, onReport) }
        },
        async return() {
          await events.return?.()
          return { done: true, value: undefined }
        },
      }
    },
  }
}

async function pageEvent(
  rag: SpdRag,
  event: SpdRagEvent,
  onReport: (report: ReportData) => void,
): Promise<PageEvent> {
  if (event.type === "agent-end") {
    const { outcome, ...rest } = event
    // What it was shown besides is much, and nobody looks at it.
    return { ...rest, answers: "findings" in outcome ? outcome.findings.answers : [] }
  }
  if (event.type !== "run-end") return event
  const report = reportOf(event.answer, { passages: await passagesOf(rag, event.answer) })
  onReport(report)
  return { type: "run-end", report }
}
