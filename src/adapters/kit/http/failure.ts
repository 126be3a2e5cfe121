import { messageOf, ProviderError } from "../../../errors"
import { type HttpExchange, redirectMessage } from "./fetch"
import { type RefusalDetail, shownWords } from "./words"

/** What an adapter read from the body of an error. */
export interface Refusal {
  /** The provider's own name of the failure, such as `INVALID_ARGUMENT`. */
  readonly code?: string | undefined
  readonly tooLong?: boolean | undefined
  readonly retryAfterMs?: number | undefined
  /** Where the provider's client knows better than the status. */
  readonly retryable?: boolean | undefined
  /** More about it, in our words. */
  readonly note?: string | undefined
  /** Given where the provider's own words on a status from 400 to 499 may be shown. */
  readonly detail?: RefusalDetail | undefined
}

/** Whose call it was. */
export interface ProviderNames {
  /** As in `ProviderError.provider`, such as "cohere". */
  readonly provider: string
  /** As people write it. */
  readonly name: string
  readonly model: string
}

/**
 * A provider's failure as our error; no key or header is in it, and no run of 16 characters of the request. A status
 * from 400 up is a refusal, a broken connection or a body that is no JSON may be retried, anything else is final.
 */
export function httpFailure(
  from: ProviderNames,
  exchange: HttpExchange,
  error: unknown,
  refusal: Refusal,
): ProviderError {
  const { provider, name, model } = from
  const status = exchange.status
  if (exchange.redirected === true) {
    return new ProviderError(redirectMessage(name), { provider, retryable: false })
  }
  if (status !== undefined && status >= 400) {
    const code = refusal.code === undefined ? "" : ` ${refusal.code}`
    const note = refusal.note === undefined ? "" : ` ${refusal.note}`
    const words = detailOf(status, exchange.errorBody, refusal.detail, model)
    return new ProviderError(
      `${name} refused a call of model "${model}": ${status}${code} (${meaningOf(status)}).${note}${words}`,
      {
        provider,
        status,
        tooLong: refusal.tooLong,
        retryAfterMs: refusal.retryAfterMs,
        retryable: refusal.retryable,
      },
    )
  }
  const system = systemErrorOf(exchange.failure ?? error)
  if (exchange.failure !== undefined || system !== undefined || isNetworkError(error)) {
    const why = system === undefined ? "" : `: ${system.code}`
    return new ProviderError(`${name} can't be reached, or the connection broke${why}.`, {
      provider,
      retryable: true,
      ...(system === undefined ? {} : { cause: system }),
    })
  }
  if (status !== undefined || error instanceof SyntaxError || /JSON/.test(messageOf(error))) {
    return brokenAnswer(from, "a body that is cut or no JSON")
  }
  const kind = error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : typeof error
  return new ProviderError(`The client of ${name} failed on a call of model "${model}" (${kind}).`, {
    provider,
    retryable: false,
  })
}

/** An answer of status 200 that can't be read; another attempt may get a whole one. */
export function brokenAnswer({ provider, name, model }: ProviderNames, what: string): ProviderError {
  return new ProviderError(`${name} answered a call of model "${model}" with ${what}.`, {
    provider,
    status: 200,
    retryable: true,
  })
}

/** Statuses that are about the caller's credentials: their meaning says it, and their words are about a key. */
const ofKeys = [401, 403, 407, 498]

function detailOf(
  status: number,
  body: string | undefined,
  detail: RefusalDetail | undefined,
  model: string,
): string {
  if (detail === undefined || status >= 500 || ofKeys.includes(status)) return ""
  const words = shownWords(body, detail, model)
  return words === undefined ? "" : ` It says: ${words}`
}

const meanings: { readonly [status: number]: string } = {
  400: "the request is not valid",
  401: "the API key is not accepted",
  402: "the account can't pay for it",
  403: "the API key may not do this",
  404: "no such model or address",
  408: "it took too long",
  409: "it conflicts with another request",
  413: "the request is too large",
  422: "the request is not valid",
  429: "the rate limit or quota is used up",
  498: "the API key is not accepted",
}

function meaningOf(status: number): string {
  return meanings[status] ?? (status >= 500 ? "the provider failed" : "no reason known")
}

/** What `fetch` of Node, Deno, Bun and browsers rejects with, or an SDK's error that repeats its words. */
function isNetworkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(fetch failed|failed to fetch|network ?error|terminated|load failed)/i.test(error.message)
  )
}

/** The error of the system or of its HTTP client below fetch's own: it carries a code, and no text of the request. */
function systemErrorOf(error: unknown): (Error & { readonly code: string }) | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ("code" in at && typeof at.code === "string" && /^[A-Z][A-Z0-9_]+$/.test(at.code)) {
      return at as Error & { readonly code: string }
    }
  }
  return undefined
}
