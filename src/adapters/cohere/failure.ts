import { InvalidOutputError, type ProviderError } from "../../errors"
import { httpFailure } from "../kit/http/failure"
import type { HttpExchange } from "../kit/http/fetch"
import { parseRetryAfter } from "../kit/http/retry-after"
import type { RefusalDetail } from "../kit/http/words"

export const cohere = { provider: "cohere", name: "Cohere" } as const

/**
 * @param detail given where the service's own words may be shown
 * @param limited is told of a 429 and gives the wait that is left once the keys have turned
 */
export function cohereFailure(
  model: string,
  exchange: HttpExchange,
  error: unknown,
  detail: RefusalDetail | undefined,
  limited: (retryAfterMs: number | undefined) => number | undefined,
): ProviderError {
  const seen =
    exchange.failure !== undefined || (exchange.status ?? 0) >= 400 ? exchange : cohereError(error, exchange)
  const retryAfterMs = seen.status === 429 ? limited(seen.retryAfterMs) : seen.retryAfterMs
  return httpFailure({ ...cohere, model }, seen, error, { retryAfterMs, tooLong: isTooLong(seen), detail })
}

/** The SDK's CohereError, of a client whose fetch we do not see. */
function cohereError(error: unknown, exchange: HttpExchange): HttpExchange {
  if (!(error instanceof Error) || !("statusCode" in error) || typeof error.statusCode !== "number")
    return exchange
  const { statusCode, body, rawResponse } = error as {
    statusCode: number
    body?: unknown
    rawResponse?: { headers?: { get?(name: string): string | null } }
  }
  return {
    status: statusCode,
    errorBody: JSON.stringify(body ?? {}),
    retryAfterMs: parseRetryAfter(rawResponse?.headers?.get?.("retry-after"), Date.now()),
  }
}

function isTooLong({ status, errorBody = "" }: HttpExchange): boolean {
  if (status === 413) return true
  return (
    (status === 400 || status === 422) &&
    /too many tokens|too (long|large)|(exceeds?|maximum|limit)[^.]{0,60}(tokens|texts|context)|(tokens|texts)[^.]{0,60}(exceeds?|at most|limit)/i.test(
      errorBody,
    )
  )
}

export function unusable(model: string, what: string): InvalidOutputError {
  return new InvalidOutputError(`Cohere model "${model}" returned ${what}.`, { reason: "malformed" })
}
