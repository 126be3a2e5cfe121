import type { Context } from "@opentelemetry/api"
import type { TraceCarrier } from "../contracts"
import type { Api } from "./instruments"

const parentHeader = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** By the application's propagator, and as `traceparent` where it has registered none. */
export function carrierOf(api: Api, context: Context): TraceCarrier {
  const carrier: Record<string, string> = {}
  api.propagation.inject(context, carrier)
  const span = api.trace.getSpanContext(context)
  if (span !== undefined && api.isSpanContextValid(span)) {
    const flags = span.traceFlags.toString(16).padStart(2, "0")
    carrier.traceparent ??= `00-${span.traceId}-${span.spanId}-${flags}`
  }
  return carrier
}

export function contextOf(api: Api, carrier: TraceCarrier): Context {
  const extracted = api.propagation.extract(api.context.active(), carrier)
  const [, traceId, spanId, flags] = parentHeader.exec(carrier.traceparent ?? "") ?? []
  if (traceId === undefined || api.trace.getSpanContext(extracted)?.traceId === traceId) return extracted
  const span = { traceId, spanId: spanId!, traceFlags: Number.parseInt(flags!, 16), isRemote: true }
  return api.trace.setSpanContext(extracted, span)
}
