import type { QuotaLeft, QuotaShare } from "../../../contracts/usage"

/**
 * What is left of a quota by the headers of an answer: `x-ratelimit-remaining-requests` and the like, as OpenAI and those
 * who speak its protocol send them, and `anthropic-ratelimit-requests-remaining`. Undefined where they say nothing.
 *
 * @param epochMs the time now: some name the time of the next reset
 */
export function parseQuotaLeft(
  headers: { readonly [name: string]: string | undefined } | undefined,
  epochMs: number,
): QuotaLeft | undefined {
  const byName = new Map(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
  const share = (what: "requests" | "tokens"): QuotaShare | undefined => {
    const read = (field: "remaining" | "limit" | "reset") =>
      byName.get(`x-ratelimit-${field}-${what}`) ?? byName.get(`anthropic-ratelimit-${what}-${field}`)
    const remaining = count(read("remaining"))
    const resetMs = durationMs(read("reset"), epochMs)
    if (remaining === undefined || resetMs === undefined) return undefined
    const limit = count(read("limit"))
    return { remaining, resetMs, ...(limit !== undefined && { limit }) }
  }
  const [requests, tokens] = [share("requests"), share("tokens")]
  if (requests === undefined && tokens === undefined) return undefined
  return { ...(requests !== undefined && { requests }), ...(tokens !== undefined && { tokens }) }
}

function count(value: unknown): number | undefined {
  return typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : undefined
}

const units = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const

/** `1s`, `6m0s`, `120ms`, seconds as a number, or a date of RFC 3339. */
function durationMs(value: unknown, epochMs: number): number | undefined {
  if (typeof value !== "string" || value.length > 40) return undefined
  const text = value.trim()
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1_000)
  if (/^\d{4}-\d\d-\d\dT/.test(text)) {
    const at = Date.parse(text)
    return Number.isNaN(at) ? undefined : Math.max(0, at - epochMs)
  }
  if (!/^(?:\d+(?:\.\d+)?(?:d|h|ms|m|s))+$/.test(text)) return undefined
  const parts = [...text.matchAll(/([\d.]+)(d|h|ms|m|s)/g)]
  return Math.ceil(parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * units[unit as "s"], 0))
}
