import { SpdRagError } from "../../../errors"
import { countListeners } from "../vector-store/count-listeners"
import { assertEqual, assertTrue, settle } from "./assert"
import { show } from "./show"
import { disposing, type PlugCall, type PlugCase, type PlugSubject, withPlug } from "./subject"

/** Part of every text that the suites send: no error may repeat it. */
export const MARKER = "zqxjk-7402"

const CALLS_ON_ONE_SIGNAL = 20

/** What holds for a call of any plug: abort, listeners, one attempt, no secrets. */
export function sharedCases<Plug>(calls: readonly PlugCall<Plug>[]): readonly PlugCase<Plug>[] {
  return [
    ...calls.flatMap(abortCases),
    ...calls.map(
      (call): PlugCase<Plug> => ({
        name: `${call.name}: makes one attempt and rejects with a ProviderError when the provider fails`,
        needs: (subject) => subject.createFailing !== undefined,
        async run(subject) {
          const { plug, requests } = await subject.createFailing!()
          await disposing(subject, plug, async () => {
            const controller = new AbortController()
            const listeners = countListeners(controller.signal)
            const started = call.start(plug, controller.signal)
            if (started === undefined) return
            const outcome = await settle(started)
            assertTrue(outcome.status === "rejected", "the call resolved although the provider failed")
            const error: unknown = outcome.reason
            const named = SpdRagError.isInstance(error) && error.name === "ProviderError"
            assertTrue(named, `expected a ProviderError, got ${String(error)}`)
            assertEqual(requests(), 1, "requests of one call")
            assertEqual(listeners(), 0, "abort listeners left")
            assertShowsNone(error, [...(subject.secrets ?? []), MARKER], subject)
          })
        },
      }),
    ),
    {
      name: "the plug shows no secret",
      needs: (subject) => (subject.secrets ?? []).length > 0,
      run: (subject) =>
        withPlug(subject, async (plug) => {
          assertShowsNone(plug, subject.secrets ?? [], subject)
          await settle(calls[0]!.start(plug, undefined) ?? Promise.resolve())
          assertShowsNone(plug, subject.secrets ?? [], subject)
        }),
    },
  ]
}

function abortCases<Plug>(call: PlugCall<Plug>): readonly PlugCase<Plug>[] {
  return [
    {
      name: `${call.name}: a signal that is already aborted rejects with its own reason`,
      run: (subject) =>
        withPlug(subject, async (plug) => {
          const reason = new Error("the caller's own reason")
          await assertAborts(call.start(plug, AbortSignal.abort(reason)), reason, subject)
        }),
    },
    {
      name: `${call.name}: an abort just after the start rejects with the signal's own reason at once`,
      run: (subject) =>
        withPlug(subject, async (plug) => {
          const controller = new AbortController()
          const reason = { why: "a reason that is no error" }
          const started = call.start(plug, controller.signal)
          controller.abort(reason)
          await assertAborts(started, reason, subject)
        }),
    },
    {
      name: `${call.name}: an abort in flight rejects with the signal's own reason at once`,
      needs: (subject) => subject.createHanging !== undefined,
      async run(subject) {
        const { plug, arrived } = await subject.createHanging!()
        await disposing(subject, plug, async () => {
          const controller = new AbortController()
          const listeners = countListeners(controller.signal)
          const reason = new Error("the caller's own reason")
          const started = call.start(plug, controller.signal)
          if (started === undefined) return
          started.catch(() => {})
          await Promise.race([arrived, started])
          controller.abort(reason)
          await assertAborts(started, reason, subject)
          assertEqual(listeners(), 0, "abort listeners left")
        })
      },
    },
    {
      name: `${call.name}: leaves no abort listener on a signal that many calls share`,
      run: (subject) =>
        withPlug(subject, async (plug) => {
          const { signal } = new AbortController()
          const listeners = countListeners(signal)
          for (let number = 0; number < CALLS_ON_ONE_SIGNAL; number++) await call.start(plug, signal)
          assertEqual(listeners(), 0, `abort listeners left after ${CALLS_ON_ONE_SIGNAL} calls`)
        }),
    },
  ]
}

async function assertAborts<Plug>(
  started: Promise<unknown> | undefined,
  reason: unknown,
  { abortWithinMs = 50 }: PlugSubject<Plug>,
): Promise<void> {
  if (started === undefined) return
  const abortedAt = performance.now()
  const outcome = await settle(started)
  const durationMs = performance.now() - abortedAt
  assertTrue(outcome.status === "rejected", "the call resolved although its signal was aborted")
  assertTrue(outcome.reason === reason, `expected the signal's reason itself, got ${String(outcome.reason)}`)
  assertTrue(durationMs < abortWithinMs, `settled ${durationMs} ms after the abort`)
}

function assertShowsNone<Plug>(
  value: unknown,
  hidden: readonly string[],
  { inspect }: PlugSubject<Plug>,
): void {
  const shown = show(value, inspect)
  for (const [position, text] of hidden.entries()) {
    assertTrue(!shown.includes(text), `entry ${position} of what must stay hidden is shown`)
  }
}
