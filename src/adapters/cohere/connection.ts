import { InvalidArgumentError } from "../../errors"
import { type Checks, isRecord, optional } from "../../runtime/check/options"
import { callable, valueThat, yesOrNo } from "../../runtime/check/values"
import { loadPeer } from "../../runtime/load-peer"
import { openCall, timeout } from "../kit/http/call"
import { type FetchFunction, observeFetch, platformFetch } from "../kit/http/fetch"
import { apiKeys, checkKeys, keyRing } from "../kit/http/keys"
import { baseUrl } from "../kit/options"
import type { CohereCallOptions, CohereClient } from "./client"
import { cohereFailure } from "./failure"

/** How Cohere is reached: by a key, or by a client of one's own. */
export interface CohereConnectionOptions {
  /** One key or several. After a 429 the next attempt uses the next key. Needed unless `client` is given. */
  readonly apiKey?: string | readonly string[] | undefined
  /**
   * A `CohereClientV2` of your own in place of `apiKey`, `baseUrl` and `fetch`. After a failed request its timer
   * keeps a Node process alive for up to `timeoutMs`.
   */
  readonly client?: CohereClient | undefined
  /** @default "https://api.cohere.com" */
  readonly baseUrl?: string | undefined
  /** Time one call may take, its body included. @default 300_000 */
  readonly timeoutMs?: number | undefined
  /** Used for every request, for example to go through a proxy. @default the platform's own */
  readonly fetch?: FetchFunction | undefined
  /** Whether the service's own words on a refusal are in its error, at most 300 characters. @default true */
  readonly errorDetail?: boolean | undefined
}

export const connectionChecks: Checks<CohereConnectionOptions> = {
  apiKey: optional(apiKeys),
  client: optional(valueThat<CohereClient>("a client of cohere-ai", isRecord)),
  baseUrl: optional(baseUrl),
  timeoutMs: optional(timeout),
  fetch: optional(callable<FetchFunction>()),
  errorDetail: optional(yesOrNo),
}

/** Runs `work` as one attempt and names its failure; `sent` is what the service may repeat in its words on one. */
export type CohereConnection = <T>(
  signal: AbortSignal | undefined,
  sent: unknown,
  work: (client: CohereClient, options: CohereCallOptions) => PromiseLike<T>,
) => Promise<T>

type ClientOf = (position: number, fetch: FetchFunction) => Promise<CohereClient>

/** Keys and clients stay in this closure: nothing that is returned holds one. */
export function connectCohere(model: string, options: CohereConnectionOptions): CohereConnection {
  const timeoutMs = options.timeoutMs ?? 300_000
  const { clientOf, keyCount, secrets } = clients(options)
  const ring = keyRing(keyCount)
  return async (signal, sent, work) => {
    const call = openCall(`Cohere model ${model}`, timeoutMs, signal)
    const { fetch, exchange } = observeFetch(options.fetch ?? platformFetch)
    const position = ring.current()
    try {
      return await call.run(async () => {
        const client = await clientOf(position, fetch)
        call.signal.throwIfAborted()
        return work(client, {
          abortSignal: call.signal,
          maxRetries: 0,
          // Ours ends the call first, with an error of its own; a longer delay than this would be taken as none.
          timeoutInSeconds: Math.min(Math.ceil(timeoutMs / 1_000) + 1, 2_147_483),
        })
      })
    } catch (error) {
      throw call.failure(error, () =>
        cohereFailure(
          model,
          exchange,
          error,
          options.errorDetail === false ? undefined : { sent, secrets },
          (retryAfterMs) => ring.limited(position, retryAfterMs, Date.now()),
        ),
      )
    } finally {
      call.close()
    }
  }
}

function clients(options: CohereConnectionOptions): {
  clientOf: ClientOf
  keyCount: number
  secrets: readonly string[]
} {
  const { client } = options
  if (client !== undefined) {
    for (const name of ["apiKey", "baseUrl", "fetch"] as const) {
      if (options[name] !== undefined) {
        throw new InvalidArgumentError(name, Symbol("hidden"), "left out where `client` is given")
      }
    }
    return { clientOf: async () => client, keyCount: 1, secrets: [] }
  }
  const keys = checkKeys(options.apiKey, "or pass a `client`")
  const baseUrl = options.baseUrl ?? "https://api.cohere.com"
  const clientOf: ClientOf = async (position, fetch) => {
    const { CohereClientV2 } = await loadPeer("cohere-ai", "^8.0.0", () => import("cohere-ai"))
    // A client for each call: its fetch never rejects, which is what makes the SDK clear its timer.
    return new CohereClientV2({ token: keys[position] as string, baseUrl, fetch, maxRetries: 0 })
  }
  return { clientOf, keyCount: keys.length, secrets: keys }
}
