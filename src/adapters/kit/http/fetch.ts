import { ProviderError } from "../../../errors"
import { parseRetryAfter } from "./retry-after"
import { maxBodyCharacters } from "./words"

/** The standard `fetch`, as far as an adapter hands it to an SDK. */
export type FetchFunction = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** What happened on the wire in one attempt, whatever an SDK makes of it. */
export interface HttpExchange {
  status?: number
  retryAfterMs?: number | undefined
  /** The beginning of the body of an answer with a status from 400 up: at most 65,536 characters. */
  errorBody?: string
  /** The answer named another address, which was not asked. */
  redirected?: true
  /** Why no answer came. */
  failure?: unknown
}

/**
 * Stands in for an answer that never came. SDKs that clear their timers only after an answer are always given one,
 * so that no timer of a failed request keeps the process alive.
 */
const noAnswer = 599

/** A `fetch` for one attempt that never rejects; what it saw is in `exchange`. */
export function observeFetch(base: FetchFunction): {
  readonly fetch: FetchFunction
  readonly exchange: HttpExchange
} {
  const exchange: HttpExchange = {}
  const fetch: FetchFunction = async (input, init) => {
    let response: Response
    try {
      // Never followed: it would carry keys and texts to whatever address an answer names.
      response = await base(input, { ...init, redirect: "manual" })
    } catch (error) {
      exchange.failure = error
      return errorResponse(noAnswer)
    }
    if (isRedirect(response)) {
      exchange.redirected = true
      return errorResponse(noAnswer)
    }
    exchange.status = response.status
    if (response.status < 400) return response
    exchange.retryAfterMs = parseRetryAfter(response.headers.get("retry-after"), Date.now())
    try {
      exchange.errorBody = await beginningOf(response)
    } catch {
      // The status says enough.
    }
    // SDKs lose the status of an error whose body is no JSON.
    return errorResponse(Math.min(response.status, noAnswer))
  }
  return { fetch, exchange }
}

function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400)
}

/** The platform's `fetch` for a client whose answers need not be seen; a redirect fails instead of being followed. */
export function fetchWithoutRedirects(provider: string): FetchFunction {
  return async (input, init) => {
    const response = await platformFetch(input, { ...init, redirect: "manual" })
    if (!isRedirect(response)) return response
    throw new ProviderError(redirectMessage(provider), { provider, retryable: false })
  }
}

export function redirectMessage(name: string): string {
  return `${name} answered with a redirect, which is not followed: keys and texts would go to another address. Give the address itself.`
}

/** A body may never end. */
export async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return (await response.text()).slice(0, maxBodyCharacters)
  const decoder = new TextDecoder()
  let text = ""
  while (text.length < maxBodyCharacters) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value.subarray(0, maxBodyCharacters), { stream: true })
  }
  void reader.cancel().catch(() => {})
  return text.slice(0, maxBodyCharacters)
}

function errorResponse(status: number): Response {
  return new Response("{}", { status, headers: { "content-type": "application/json" } })
}

/** The platform's own, looked up at each call. */
export const platformFetch: FetchFunction = (input, init) => globalThis.fetch(input, init)
