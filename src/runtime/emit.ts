import type { DocumentOutcome, DocumentOutcomeJSON } from "../contracts"
import { type ErrorJSON, messageOf, nameOf, SpdRagError } from "../errors"

/** Calls the listener and keeps whatever it throws or rejects with away from the run. */
export function safeListener<Event>(listener: ((event: Event) => void) | undefined): (event: Event) => void {
  if (listener === undefined) return () => {}
  return (event) => {
    try {
      const result: unknown = listener(event)
      if (result instanceof Promise) result.catch(() => {})
    } catch {
      // A listener watches; it has no say in the run.
    }
  }
}

/** Several of them, each kept away from the others too. */
export function safeListeners<Event>(
  ...listeners: readonly (((event: Event) => void) | undefined)[]
): (event: Event) => void {
  const safe = listeners.filter((listener) => listener !== undefined).map(safeListener)
  return (event) => {
    for (const listener of safe) listener(event)
  }
}

/** Any failure as plain data. */
export function errorJSON(error: unknown): ErrorJSON {
  return SpdRagError.isInstance(error) ? error.toJSON() : { name: nameOf(error), message: messageOf(error) }
}

/** An outcome as plain data. */
export function outcomeJSON(outcome: DocumentOutcome): DocumentOutcomeJSON {
  return "error" in outcome ? { ...outcome, error: outcome.error.toJSON() } : outcome
}
