import type { ProviderError } from "../../errors"
import { httpFailure, type Refusal } from "../kit/http/failure"
import type { HttpExchange } from "../kit/http/fetch"
import type { RefusalDetail } from "../kit/http/words"

export const geminiProvider = { provider: "gemini", name: "Gemini" } as const

/**
 * @param detail given where the provider's own words may be shown
 * @param limited is told of a 429 and gives the wait that is left once the keys have turned
 */
export function geminiFailure(
  model: string,
  exchange: HttpExchange,
  error: unknown,
  detail: RefusalDetail | undefined,
  limited: (retryAfterMs: number | undefined) => number | undefined,
): ProviderError {
  const seen = answered(exchange) ? exchange : { ...exchange, ...apiError(error) }
  const refusal = readRefusal(seen.errorBody)
  const asked = longest(seen.retryAfterMs, refusal.retryAfterMs)
  const retryAfterMs = seen.status === 429 ? limited(asked) : asked
  const tooLong = refusal.tooLong === true || seen.status === 413
  return httpFailure({ ...geminiProvider, model }, seen, error, { ...refusal, tooLong, retryAfterMs, detail })
}

function answered(exchange: HttpExchange): boolean {
  return exchange.failure !== undefined || (exchange.status ?? 0) >= 400
}

/** The SDK's ApiError: an error in the midst of a stream, or of a client whose fetch we do not see. */
function apiError(error: unknown): Partial<HttpExchange> {
  if (!(error instanceof Error) || !("status" in error) || typeof error.status !== "number") return {}
  return { status: error.status, errorBody: error.message.slice(Math.max(0, error.message.indexOf("{"))) }
}

/** Reads `{ error: { status, message, details } }`; the message is searched. */
function readRefusal(body: string | undefined): Refusal {
  let error: { status?: unknown; message?: unknown; details?: unknown } | undefined
  try {
    const parsed = JSON.parse(body ?? "{}")
    error = (Array.isArray(parsed) ? parsed[0] : parsed)?.error
  } catch {
    // An error page of a proxy.
  }
  const message = typeof error?.message === "string" ? error.message : ""
  const details: { [field: string]: unknown }[] = Array.isArray(error?.details) ? error.details : []
  const counts = /token count \(?(\d+)\)? exceeds[^(]*\(?(\d+)/i.exec(message)
  const ofType = (type: string) => details.filter((detail) => String(detail?.["@type"]).endsWith(type))
  const asked = ofType("RetryInfo")
    .map((detail) => durationMs(detail.retryDelay))
    .find((wait) => wait !== undefined)
  // RetryInfo beside it speaks of seconds, after which the same comes again.
  const isOfDay = ofType("QuotaFailure")
    .flatMap(({ violations }) => (Array.isArray(violations) ? violations : []))
    .some((violation) => /PerDay/.test(String(violation?.quotaId)))
  return {
    code: constant(details.map((detail) => detail?.reason).find(constant)) ?? constant(error?.status),
    tooLong:
      counts !== null ||
      /token count.{0,200} exceeds|exceeds the (maximum|limit).{0,200}token|payload size exceeds|input .{0,200}too (long|large)/i.test(
        message,
      ),
    retryAfterMs: isOfDay ? longest(asked, untilMidnightPacificMs(Date.now())) : asked,
    note:
      counts !== null
        ? `The prompt has ${counts[1]} tokens of at most ${counts[2]}.`
        : isOfDay
          ? "The quota of the day is used up; it is whole again at midnight Pacific time."
          : undefined,
  }
}

/** `INVALID_ARGUMENT`, `API_KEY_INVALID`, ...: names only, never free text. */
function constant(value: unknown): string | undefined {
  return typeof value === "string" && /^[A-Z][A-Z_]{2,50}$/.test(value) ? value : undefined
}

const dayMs = 86_400_000

/** Google's quotas of a day begin at midnight Pacific time. */
function untilMidnightPacificMs(epochMs: number): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/Los_Angeles",
    hourCycle: "h23",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(epochMs)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  return dayMs - ((read("hour") * 60 + read("minute")) * 60 + read("second")) * 1_000
}

/** A protobuf duration in JSON: `7s`, `1.5s`. */
function durationMs(value: unknown): number | undefined {
  const seconds = typeof value === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(value)?.[1] : undefined
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000)
}

function longest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)
}
