import { isRetryableStatus, messageOf, type ProviderError } from "../../errors"
import { brokenAnswer, httpFailure, type Refusal } from "../kit/http/failure"
import type { HttpExchange } from "../kit/http/fetch"
import { parseRetryAfter } from "../kit/http/retry-after"
import { maxBodyCharacters, type RefusalDetail } from "../kit/http/words"
import type { AiSdkModel } from "./model"

/** How messages name a model and its provider. */
export interface AiSdkNames {
  readonly provider: string
  readonly name: string
  readonly model: string
}

export function namesOf({ provider, modelId }: AiSdkModel): AiSdkNames {
  const named = typeof provider === "string" && /^[\w.\-/: ]{1,60}$/.test(provider) ? provider : "ai-sdk"
  return { provider: named, name: named, model: modelId }
}

/** Errors of an answer that came and can't be read; their own messages quote it. */
const unreadable = new Set([
  "AI_EmptyResponseBodyError",
  "AI_InvalidResponseDataError",
  "AI_JSONParseError",
  "AI_NoContentGeneratedError",
  "AI_TypeValidationError",
])

/** Fields of the AI SDK's `APICallError`, which is known by them since several copies of its package may be loaded. */
interface CallError {
  readonly statusCode?: unknown
  readonly responseHeaders?: unknown
  readonly responseBody?: unknown
  readonly isRetryable?: unknown
}

/**
 * Status, code, wait and words of a provider's failure; its address and headers stay out: they may hold keys.
 *
 * @param detail given where the provider's own words may be shown
 */
export function aiSdkFailure(names: AiSdkNames, error: unknown, detail?: RefusalDetail): ProviderError {
  if (error instanceof Error && unreadable.has(error.name)) {
    return brokenAnswer(names, "a body of another shape than expected")
  }
  const { statusCode, responseHeaders, responseBody, isRetryable } = fieldsOf(error)
  const body = typeof responseBody === "string" ? responseBody.slice(0, maxBodyCharacters) : ""
  const exchange: HttpExchange = typeof statusCode === "number" ? { status: statusCode } : {}
  if (exchange.status !== undefined && exchange.status >= 400) {
    const tooLong = isTooLong(exchange.status, body)
    // A client that keeps no body has the words in its message.
    const words = body === "" && !isRetryableStatus(exchange.status) ? messageOf(error) : body
    return httpFailure(names, { ...exchange, errorBody: words }, error, {
      code: codeOf(body),
      tooLong,
      retryAfterMs: parseRetryAfter(headerOf(responseHeaders, "retry-after"), Date.now()),
      retryable: typeof isRetryable === "boolean" && !tooLong ? isRetryable : undefined,
      detail,
    } satisfies Refusal)
  }
  return httpFailure(names, exchange, error, {})
}

/** What a stream says instead of its next part; the answer itself had begun. */
export function streamFailure(names: AiSdkNames, error: unknown): ProviderError {
  if (error instanceof Error) return aiSdkFailure(names, error)
  const code = codeOf(JSON.stringify({ error }))
  return brokenAnswer(names, `a stream that broke off with an error${code === undefined ? "" : ` (${code})`}`)
}

function fieldsOf(error: unknown): CallError {
  return typeof error === "object" && error !== null ? (error as CallError) : {}
}

function headerOf(headers: unknown, name: string): string | undefined {
  if (typeof headers !== "object" || headers === null) return undefined
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === "string" ? value : undefined
}

/** The provider's name of its error, of the usual places for it: an identifier only, never free text. */
function codeOf(body: string): string | undefined {
  try {
    const { error, code, type } = (JSON.parse(body) ?? {}) as { [field: string]: unknown }
    const inner = (typeof error === "object" ? error : undefined) as { [field: string]: unknown } | undefined
    return [inner?.code, inner?.type, inner?.status, code, type].find(
      (value): value is string => typeof value === "string" && /^[A-Za-z]+(_[A-Za-z]+){1,6}$/.test(value),
    )
  } catch {
    return undefined
  }
}

function isTooLong(status: number, body: string): boolean {
  if (status === 413) return true
  return (
    (status === 400 || status === 422) &&
    /context_length_exceeded|context (length|window)|too many (input )?tokens|(prompt|input|request)[^.]{0,40} too (long|large)|tokens?[^.]{0,60}(exceeds?|maximum|at most)|exceeds?[^.]{0,60}tokens/i.test(
      body,
    )
  )
}
