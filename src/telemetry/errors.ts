import type { Span } from "@opentelemetry/api"
import { nameOf, type ProviderError, SpdRagError } from "../errors"
import type { Api } from "./instruments"

/** A low number of kinds: the status of a provider, else the name. Messages may quote what was said. */
export function errorType(error: unknown): string {
  const isOfProvider = SpdRagError.isInstance(error) && error.name === "ProviderError"
  const status = isOfProvider ? (error as ProviderError).status : undefined
  return status === undefined ? nameOf(error) : String(status)
}

export function markFailed(api: Api, span: Span, type: string): void {
  span.setAttribute("error.type", type)
  span.setStatus({ code: api.SpanStatusCode.ERROR })
}
