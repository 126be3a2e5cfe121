import { parseQuotaLeft } from "spd-rag/kit"
import { describe, expect, it } from "vitest"

const now = Date.parse("2026-01-01T00:00:00Z")

describe("headers that say what is left", () => {
  it.each([
    [
      {
        "x-ratelimit-limit-requests": "60",
        "x-ratelimit-remaining-requests": "59",
        "x-ratelimit-reset-requests": "1s",
        "x-ratelimit-limit-tokens": "150000",
        "x-ratelimit-remaining-tokens": "149984",
        "x-ratelimit-reset-tokens": "6m0s",
      },
      {
        requests: { remaining: 59, limit: 60, resetMs: 1_000 },
        tokens: { remaining: 149_984, limit: 150_000, resetMs: 360_000 },
      },
    ],
    [
      { "X-RateLimit-Remaining-Requests": "3", "X-RateLimit-Reset-Requests": "2m59.56s" },
      { requests: { remaining: 3, resetMs: 179_560 } },
    ],
    [
      { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "120ms" },
      { tokens: { remaining: 0, resetMs: 120 } },
    ],
    [
      {
        "anthropic-ratelimit-requests-remaining": "7",
        "anthropic-ratelimit-requests-limit": "50",
        "anthropic-ratelimit-requests-reset": "2026-01-01T00:00:30Z",
      },
      { requests: { remaining: 7, limit: 50, resetMs: 30_000 } },
    ],
    [{ "x-ratelimit-remaining-requests": "3" }, undefined],
    [{ "x-ratelimit-remaining-requests": "-3", "x-ratelimit-reset-requests": "1s" }, undefined],
    [{ "x-ratelimit-remaining-requests": "3", "x-ratelimit-reset-requests": "soon" }, undefined],
    [{ "x-ratelimit-remaining-requests": "3", "x-ratelimit-reset-requests": "1".repeat(10_000) }, undefined],
    [{}, undefined],
    [undefined, undefined],
  ])("%j", (headers, expected) => {
    expect(parseQuotaLeft(headers as Record<string, string> | undefined, now)).toEqual(expected)
  })
})
