import { InvalidArgumentError } from "../../errors"
import { type Checks, isRecord, optional } from "../../runtime/check/options"
import { callable, filledText, valueThat, yesOrNo } from "../../runtime/check/values"
import { loadPeer } from "../../runtime/load-peer"
import { openCall, timeout } from "../kit/http/call"
import { type FetchFunction, observeFetch, platformFetch } from "../kit/http/fetch"
import { apiKeys, checkKeys, keyRing } from "../kit/http/keys"
import { baseUrl } from "../kit/options"
import type { GeminiCallConfig, GeminiClient } from "./client"
import { geminiFailure } from "./failure"

/** How Gemini is reached: by keys, or by a client of one's own. */
export interface GeminiConnectionOptions {
  /** One key or several. After a 429 the next attempt uses the next key. Needed unless `client` is given. */
  readonly apiKey?: string | readonly string[] | undefined
  /** A `GoogleGenAI` of your own, for example for Vertex AI, in place of `apiKey`, `baseUrl`, `apiVersion` and `fetch`. */
  readonly client?: GeminiClient | undefined
  /** @default "https://generativelanguage.googleapis.com" */
  readonly baseUrl?: string | undefined
  /** @default "v1beta" */
  readonly apiVersion?: string | undefined
  /** Time one call may take, its body or stream included. @default 600_000 */
  readonly timeoutMs?: number | undefined
  /** Used for every request, for example to go through a proxy. @default the platform's own */
  readonly fetch?: FetchFunction | undefined
  /** Whether the service's own words on a refusal are in its error, at most 300 characters. @default true */
  readonly errorDetail?: boolean | undefined
}

export const connectionChecks: Checks<GeminiConnectionOptions> = {
  apiKey: optional(apiKeys),
  client: optional(valueThat<GeminiClient>("a client of @google/genai", isRecord)),
  baseUrl: optional(baseUrl),
  apiVersion: optional(filledText("a version")),
  timeoutMs: optional(timeout),
  fetch: optional(callable<FetchFunction>()),
  errorDetail: optional(yesOrNo),
}

/** One attempt: what to call, how to wait for it, and how to name its failure. */
export interface GeminiAttempt {
  run<T>(work: (client: GeminiClient, config: GeminiCallConfig) => Promise<T>): Promise<T>
  /** Waits for a part of a stream. */
  wait<T>(part: () => Promise<T>): Promise<T>
  /** @param sent what the call sent, which the service may repeat */
  failure(error: unknown, sent: unknown): unknown
  close(): void
}

export type GeminiConnection = (signal: AbortSignal | undefined) => GeminiAttempt

/** Keys and clients stay in this closure: nothing that is returned holds one. */
export function connectGemini(model: string, options: GeminiConnectionOptions): GeminiConnection {
  const timeoutMs = options.timeoutMs ?? 600_000
  const { clientOf, ring, base, secrets } = clients(options)
  const detailOf = (sent: unknown) => (options.errorDetail === false ? undefined : { sent, secrets })
  return (signal) => {
    const call = openCall(`Gemini model ${model}`, timeoutMs, signal)
    const observed = observeFetch(base ?? platformFetch)
    const position = ring.current()
    // A client of the user's keeps its own fetch.
    const httpOptions = base === undefined ? {} : { httpOptions: { fetch: observed.fetch } }
    return {
      run: (work) =>
        call.run(async () => {
          const client = await clientOf(position)
          call.signal.throwIfAborted()
          return work(client, { abortSignal: call.signal, ...httpOptions })
        }),
      wait: (part) => call.run(part),
      failure: (error, sent) =>
        call.failure(error, () =>
          geminiFailure(model, observed.exchange, error, detailOf(sent), (retryAfterMs) =>
            ring.limited(position, retryAfterMs, Date.now()),
          ),
        ),
      close: call.close,
    }
  }
}

function clients(options: GeminiConnectionOptions) {
  const { client, baseUrl = "https://generativelanguage.googleapis.com", apiVersion = "v1beta" } = options
  if (client !== undefined) {
    for (const name of ["apiKey", "baseUrl", "apiVersion", "fetch"] as const) {
      if (options[name] !== undefined) {
        throw new InvalidArgumentError(name, Symbol("hidden"), "left out where `client` is given")
      }
    }
    return { clientOf: async () => client, ring: keyRing(1), base: undefined, secrets: [] }
  }
  const keys = checkKeys(options.apiKey, "or pass a `client`")
  const httpOptions = { baseUrl, apiVersion }
  const made = new Map<number, GeminiClient>()
  const clientOf = async (position: number): Promise<GeminiClient> => {
    // Version 3 serves too, but asks for Node 22.
    const { GoogleGenAI } = await loadPeer("@google/genai", "^2.32.0", () => import("@google/genai"))
    // `vertexai` and the address are always given: the SDK would take them from environment variables.
    const fresh = () => new GoogleGenAI({ apiKey: keys[position] as string, vertexai: false, httpOptions })
    const kept = made.get(position) ?? fresh()
    made.set(position, kept)
    return kept
  }
  return { clientOf, ring: keyRing(keys.length), base: options.fetch ?? platformFetch, secrets: keys }
}
