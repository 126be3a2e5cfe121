import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { ServerAnswer } from "./fault-server"

export interface FaultCase {
  readonly name: string
  readonly answer: ServerAnswer
  readonly status: number | undefined
  readonly retryable: boolean
  readonly retryAfterMs?: number | undefined
}

/** What every adapter on HTTP makes of each failure; `refuse` writes an error the provider's way. */
export function faultTable(
  refuse: (status: number, headers?: Record<string, string>) => ServerAnswer,
): readonly FaultCase[] {
  return [
    ...[400, 401, 403, 404, 413, 422].map((status) => ({
      name: `status ${status}`,
      answer: refuse(status),
      status,
      retryable: false,
    })),
    ...[408, 409, 429, 500, 502, 503, 504].map((status) => ({
      name: `status ${status}`,
      answer: refuse(status),
      status,
      retryable: true,
    })),
    {
      name: "status 429 with Retry-After in seconds",
      answer: refuse(429, { "retry-after": "7" }),
      status: 429,
      retryable: true,
      retryAfterMs: 7_000,
    },
    {
      name: "status 429 with an absurd Retry-After",
      answer: refuse(429, { "retry-after": "3600" }),
      status: 429,
      retryable: true,
      retryAfterMs: 3_600_000,
    },
    {
      name: "status 503 with a Retry-After that is past",
      answer: refuse(503, { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }),
      status: 503,
      retryable: true,
      retryAfterMs: 0,
    },
    {
      name: "status 429 with a Retry-After that is none",
      answer: refuse(429, { "retry-after": "-5" }),
      status: 429,
      retryable: true,
    },
    {
      name: "an error page of a proxy",
      answer: { raw: "<html>", status: 502, headers: { "content-type": "text/html" } },
      status: 502,
      retryable: true,
    },
    {
      name: "an error whose JSON is broken, with Retry-After",
      answer: { raw: "{broken", status: 503, headers: { "retry-after": "2" } },
      status: 503,
      retryable: true,
      retryAfterMs: 2_000,
    },
    { name: "an error without a body", answer: { raw: "", status: 500 }, status: 500, retryable: true },
    { name: "a connection that is reset", answer: { fault: "reset" }, status: undefined, retryable: true },
    {
      name: "a connection that is reset in the body",
      answer: { fault: "reset-in-body" },
      status: undefined,
      retryable: true,
    },
    { name: "half a body", answer: { fault: "half-body" }, status: 200, retryable: true },
    { name: "a body that is no JSON", answer: { fault: "invalid-json" }, status: 200, retryable: true },
    { name: "an empty body", answer: { fault: "empty" }, status: 200, retryable: true },
    { name: "a body that is null", answer: { json: null }, status: 200, retryable: true },
    { name: "a body of another shape", answer: { json: { hello: "world" } }, status: 200, retryable: true },
  ]
}

/** An address that nothing listens at. */
export async function closedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}
