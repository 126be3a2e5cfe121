import type { SpdRagEvent } from "../contracts/run-end"

type Send = (done: number, total: number, message: string) => Promise<void>

/** Tells how many documents of a run are done, one message after the other; a client that is gone hears nothing. */
export function progressOf(send: Send): {
  readonly onEvent: (event: SpdRagEvent) => void
  readonly sent: () => Promise<void>
} {
  let total = 0
  let done = 0
  let sending = Promise.resolve()
  const tell = (message: string) => {
    const [now, all] = [done, total]
    sending = sending.then(() => send(now, all, message)).catch(() => undefined)
  }
  return {
    onEvent(event) {
      if (event.type === "run-start") {
        total = event.documentCount
        tell(`Reading ${total} documents`)
      } else if (event.type === "agent-end") {
        done++
        tell(`${done} of ${total} documents read`)
      }
    },
    sent: () => sending,
  }
}
