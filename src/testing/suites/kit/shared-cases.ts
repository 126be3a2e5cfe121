import { SpdRagError } from "../../../errors"
import { nextTurn } from "../../../runtime/yield"
import { countListeners } from "../vector-store/count-listeners"
import { assertEqual, assertTrue, settle } from "./assert"
import { show } from "./show"
import { disposing, type PlugCall, type PlugCase, type PlugSubject, withPlug } from "./subject"

/** Part of every text that the suites send: no error may repeat it. */
export const marker = "zqxjk-7402"

const callsOnOneSignal = 20

/** Turns of the event loop in which an aborted call must have settled: far more than code needs that waits for nobody. */
const turnsAfterAbort = 1_000

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
            assertShowsNone(error, [...(subject.secrets ?? []), marker], subject)
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
          await assertAborts(call.start(plug, AbortSignal.abort(reason)), reason)
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
          await assertAborts(started, reason)
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
          await assertAborts(started, reason)
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
          for (let number = 0; number < callsOnOneSignal; number++) await call.start(plug, signal)
          assertEqual(listeners(), 0, `abort listeners left after ${callsOnOneSignal} calls`)
        }),
    },
  ]
}

async function assertAborts(started: Promise<unknown> | undefined, reason: unknown): Promise<void> {
  if (started === undefined) return
  let outcome: PromiseSettledResult<unknown> | undefined
  void settle(started).then((settled) => {
    outcome = settled
  })
  for (let turn = 0; outcome === undefined && turn < turnsAfterAbort; turn++) await nextTurn()
  if (outcome === undefined) {
    throw new Error(`the call had not settled ${turnsAfterAbort} turns of the event loop after the abort`)
  }
  assertTrue(outcome.status === "rejected", "the call resolved although its signal was aborted")
  assertTrue(outcome.reason === reason, `expected the signal's reason itself, got ${String(outcome.reason)}`)
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
