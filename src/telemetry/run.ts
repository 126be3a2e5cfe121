import type { RunTelemetry, Telemetry } from "../contracts"
import { createCalls } from "./calls"
import { carrierOf, contextOf } from "./carrier"
import { markFailed } from "./errors"
import type { Instruments } from "./instruments"
import { createWork } from "./work"

/** One run: its own span, those of its parts, and those of its calls. */
export function startRun(
  instruments: Instruments,
  { kind, prices, carrier }: Parameters<Telemetry["startRun"]>[0],
): RunTelemetry {
  const { api, tracer, content, runSeconds } = instruments
  const parent = carrier === undefined ? api.context.active() : contextOf(api, carrier)
  const startedAt = performance.now()
  const about = { "gen_ai.operation.name": "invoke_workflow", "gen_ai.agent.name": "spd-rag" }
  const span =
    kind === "part" ? undefined : tracer.startSpan("invoke_workflow spd-rag", { attributes: about }, parent)
  const root = span === undefined ? parent : api.trace.setSpan(parent, span)
  const work = createWork(instruments, root, span && { span, context: root })
  return {
    ...createCalls(instruments, work, prices),
    carrierOf(documentId) {
      work.leave(documentId)
      return carrierOf(api, work.agent(documentId))
    },
    onEvent(event) {
      work.onEvent(event)
      if (span === undefined) return
      if (event.type === "run-start") {
        span.setAttribute("spd_rag.documents", event.documentCount)
        if (content) span.setAttribute("spd_rag.question", event.question)
      } else if (event.type === "call-retry") {
        span.addEvent("call-retry", {
          "gen_ai.request.model": event.modelId,
          "error.type": event.error.name,
          "spd_rag.attempt": event.attempt,
          "spd_rag.delay_ms": event.delayMs,
        })
      } else if (event.type === "run-end" || event.type === "table-end" || event.type === "run-error") {
        const failure = event.type === "run-error" ? event.error.name : undefined
        if (failure !== undefined) markFailed(api, span, failure)
        span.end()
        const seconds = (performance.now() - startedAt) / 1_000
        runSeconds.record(seconds, failure === undefined ? {} : { "error.type": failure })
      }
    },
  }
}
