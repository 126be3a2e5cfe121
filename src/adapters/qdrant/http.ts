import { InvalidArgumentError, messageOf, ProviderError, unshown } from "../../errors"
import { linkAbort, raceAbort } from "../../runtime/abort"
import { beginningOf } from "../kit/http/fetch"
import { parseRetryAfter } from "../kit/http/retry-after"
import { withoutSecrets } from "../kit/http/secrets"
import { shownWords } from "../kit/http/words"

export interface QdrantHttpOptions {
  readonly url: string
  readonly apiKey?: string | undefined
  readonly headers?: { readonly [name: string]: string } | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly errorDetail?: boolean | undefined
}

/** One request, one attempt; gives the `result` of the answer. `body` is JSON text. */
export type QdrantRequest = (
  method: "GET" | "PUT" | "POST",
  path: string,
  body: string | undefined,
  signal: AbortSignal | undefined,
) => Promise<unknown>

/** Plain HTTP: the REST client drops abort signals, paths in the URL and dates in Retry-After. */
export function createQdrantHttp(options: QdrantHttpOptions): QdrantRequest {
  const base = baseOf(options.url)
  const { apiKey, errorDetail } = options
  const secrets = [apiKey ?? "", ...Object.values(options.headers ?? {})]
  const headers = {
    ...options.headers,
    "content-type": "application/json",
    ...(apiKey === undefined ? {} : { "api-key": apiKey }),
  }
  return async (method, path, body, signal) => {
    signal?.throwIfAborted()
    const send = options.fetch ?? globalThis.fetch
    const { controller, unlink } = linkAbort(signal)
    const what = `${method} ${path.replace(/\?.*/, "")}`
    try {
      // Never followed: a redirect would carry the key to another host.
      const init = { method, headers, redirect: "manual" as const, signal: controller.signal }
      const answer = async () => {
        const response = await send(base + path, body === undefined ? init : { ...init, body })
        return { response, text: await (response.ok ? response.text() : beginningOf(response)) }
      }
      const { response, text } = await raceAbort(answer(), signal)
      return resultOf(what, response, text, body, { secrets, errorDetail })
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (error instanceof ProviderError) throw error
      const message = `Qdrant did not answer ${what}: ${withoutSecrets(reasonOf(error), secrets)}`
      throw new ProviderError(message, { provider: "qdrant" })
    } finally {
      unlink()
      // Stops what may still run after a failure, for example a body that nobody reads.
      controller.abort()
    }
  }
}

function resultOf(
  what: string,
  response: Response,
  text: string,
  body: string | undefined,
  { secrets, errorDetail }: { secrets: readonly string[]; errorDetail: boolean | undefined },
) {
  const { status } = response
  const answer = parsed(text)
  if (response.ok && answer?.status === "ok" && answer.result !== undefined) return answer.result
  if (response.ok) {
    const message = `Qdrant answered ${what} with status ${status} and a body that is empty, cut or no result.`
    throw new ProviderError(message, { provider: "qdrant", status, retryable: true })
  }
  const said = errorDetail === false ? undefined : shownWords(text, { sent: body ?? "", secrets }, "")
  const message = `Qdrant refused ${what} with status ${status}${said === undefined ? "" : `: ${said}`}`
  const retryAfterMs = parseRetryAfter(response.headers.get("retry-after"), Date.now())
  throw new ProviderError(message, { provider: "qdrant", status, retryAfterMs })
}

function parsed(text: string): { status?: unknown; result?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
  return typeof cause?.code === "string" ? cause.code : messageOf(error)
}

/** The URL as given, its path kept, without a slash at the end; https without a port is 443, as everywhere. */
function baseOf(url: string): string {
  const parsedUrl = URL.canParse(url) ? new URL(url) : undefined
  if (parsedUrl === undefined || !/^https?:$/.test(parsedUrl.protocol)) {
    throw new InvalidArgumentError("url", unshown(url), "an http or https URL")
  }
  if (parsedUrl.username !== "" || parsedUrl.password !== "") {
    throw new InvalidArgumentError(
      "url",
      undefined,
      "a URL without user and password (use `apiKey` or `headers`)",
    )
  }
  let end = parsedUrl.pathname.length
  while (parsedUrl.pathname.charAt(end - 1) === "/") end -= 1
  return parsedUrl.origin + parsedUrl.pathname.slice(0, end)
}
