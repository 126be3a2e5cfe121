import { spawn } from "node:child_process"
import { getEventListeners } from "node:events"
import { inspect } from "node:util"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { ProviderError, TimeoutError } from "../../../src/errors"
import { stopCalendar } from "../../support/calendar"
import { scriptsFrom } from "../../support/scripts"
import type { FaultServer, ServerAnswer } from "./fault-server"
import { closedAddress, faultTable } from "./fault-table"

export const API_KEY = "key-that-nobody-may-see"
const failingSource = "test/adapters/kit/failing-process.ts"
const DOCUMENT_TEXT = "the harvest of 1921"

export interface FaultSubject {
  readonly name: string
  readonly start: () => Promise<FaultServer>
  /** An error as the provider writes it, with the message given. */
  readonly refuse: (status: number, message: string, headers?: Record<string, string>) => ServerAnswer
  /** Makes a plug and calls it once with the text. */
  readonly call: (
    options: { apiKey: string | string[]; baseUrl: string; timeoutMs?: number },
    text: string,
    signal?: AbortSignal,
  ) => Promise<unknown>
  /** The calls of one plug that is kept. */
  readonly keep: (options: {
    apiKey: string | string[]
    baseUrl: string
  }) => (signal?: AbortSignal) => Promise<unknown>
  /** The key of a request; left out where a plug takes one key only. */
  readonly keyOf?: (server: FaultServer, request: number) => unknown
}

/** The fault table, and what else one call owes, over a loopback server. */
export function describeFaults(subject: FaultSubject): void {
  describe(`${subject.name} meets a provider that fails`, () => {
    const scripts = scriptsFrom([failingSource])
    let server: FaultServer
    beforeAll(async () => {
      server = await subject.start()
    })
    afterAll(() => server.close())
    const failure = async (options: Parameters<FaultSubject["call"]>[0], signal?: AbortSignal) => {
      const outcome = await subject.call(options, DOCUMENT_TEXT, signal).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
      expect(outcome).toHaveProperty("error")
      return (outcome as { error: unknown }).error
    }
    const options = () => ({ apiKey: API_KEY, baseUrl: server.url })

    // A provider that repeats the key and the document must not make us repeat them.
    const refuse = (status: number, headers?: Record<string, string>) =>
      subject.refuse(status, `bad request: "${DOCUMENT_TEXT}" with ${API_KEY}`, headers)
    for (const { name, answer, ...expected } of faultTable(refuse)) {
      it(`${name}: ${expected.retryable ? "may be retried" : "is final"}`, async () => {
        const before = server.requests.length
        server.script(answer)
        const error = await failure(options())
        expect(error).toBeInstanceOf(ProviderError)
        const { status, retryable, retryAfterMs } = error as ProviderError
        expect({ status, retryable, retryAfterMs }).toEqual({ retryAfterMs: undefined, ...expected })
        expect(server.requests.length - before).toBe(1)
        const shown = [
          String(error),
          JSON.stringify(error),
          inspect(error, { depth: 9, showHidden: true }),
        ].join()
        expect(shown).not.toContain(API_KEY)
        expect(shown).not.toContain(DOCUMENT_TEXT)
      })
    }

    it("Retry-After as a date is the time until then", async () => {
      stopCalendar()
      server.script(refuse(429, { "retry-after": new Date(Date.now() + 30_000).toUTCString() }))
      expect(await failure(options())).toMatchObject({ retryAfterMs: 30_000 })
    })

    it("a refused connection may be retried and names its code", async () => {
      const error = (await failure({ apiKey: API_KEY, baseUrl: await closedAddress() })) as ProviderError
      expect(error).toBeInstanceOf(ProviderError)
      expect(error).toMatchObject({ retryable: true, status: undefined })
      expect(error.message).toContain("ECONNREFUSED")
    })

    it("a provider that hangs ends in a TimeoutError within the plug's own time-out", async () => {
      // A server of its own: on a busy machine the time may be over before the request has arrived there.
      const hanging = await subject.start()
      hanging.always({ fault: "hang" })
      const error = await failure({ apiKey: API_KEY, baseUrl: hanging.url, timeoutMs: 80 })
      await hanging.close()
      expect(error).toBeInstanceOf(TimeoutError)
      expect(error).toMatchObject({ timeoutMs: 80 })
    })

    it("an abort drops the connection", async () => {
      const hanging = await subject.start()
      hanging.always({ fault: "hang" })
      const controller = new AbortController()
      const call = failure({ apiKey: API_KEY, baseUrl: hanging.url }, controller.signal)
      await hanging.arrival()
      const reason = new Error("enough")
      controller.abort(reason)
      expect(await call).toBe(reason)
      await expect.poll(() => hanging.dropped()).toBe(1)
      await hanging.close()
    })

    it("100 calls on one signal, half of them failing, leave no listener and raise no warning", async () => {
      const warnings: Error[] = []
      const onWarning = (warning: Error) => void warnings.push(warning)
      process.on("warning", onWarning)
      const { signal } = new AbortController()
      const call = subject.keep(options())
      await Promise.all(
        Array.from({ length: 100 }, (_, number) => {
          server.script(number % 2 === 0 ? undefined : refuse(500))
          return call(signal).catch((error) => expect(error).toBeInstanceOf(ProviderError))
        }),
      )
      expect(getEventListeners(signal, "abort")).toHaveLength(0)
      await new Promise((resolve) => setImmediate(resolve))
      process.off("warning", onWarning)
      expect(warnings).toEqual([])
    })

    const { keyOf } = subject
    if (keyOf !== undefined)
      it("several keys take turns on a 429, one attempt a call", async () => {
        stopCalendar()
        const call = subject.keep({ apiKey: ["key-1", "key-2", "key-3"], baseUrl: server.url })
        const first = server.requests.length
        server.script(
          undefined,
          refuse(429, { "retry-after": "30" }),
          undefined,
          refuse(429, { "retry-after": "5" }),
        )
        await call()
        await expect(call()).rejects.toMatchObject({ status: 429, retryAfterMs: undefined })
        await call()
        await expect(call()).rejects.toMatchObject({ status: 429, retryAfterMs: undefined })
        await call()
        server.script(refuse(429, { "retry-after": "60" }))
        // All are limited: the wait is that of the key which is free first.
        await expect(call()).rejects.toMatchObject({ retryAfterMs: 5_000 })
        await call()
        const keys = server.requests.slice(first).map((_, at) => keyOf(server, first + at))
        expect(keys).toEqual(["key-1", "key-1", "key-2", "key-2", "key-3", "key-3", "key-2"])
      })

    it("no request leaves after a signal that was aborted before", async () => {
      const before = server.requests.length
      const reason = new Error("never mind")
      expect(await failure(options(), AbortSignal.abort(reason))).toBe(reason)
      expect(server.requests.length).toBe(before)
    })

    it("a process whose call failed has nothing left that keeps it from ending", async () => {
      const child = spawn(process.execPath, [
        scripts.path(failingSource),
        subject.name,
        await closedAddress(),
      ])
      onTestFinished(() => void child.kill())
      let output = ""
      await new Promise<void>((resolve) => {
        for (const stream of [child.stdout, child.stderr]) {
          stream.on("data", (data: Buffer) => {
            output += data
            // What it left behind might keep it alive for long.
            if (output.includes("left: ")) resolve()
          })
        }
        child.on("close", () => resolve())
      })
      expect(output.trim()).toBe("failed: ProviderError, left: nothing")
    })
  })
}
