import { type ErrorJSON, SpdRagError } from "../errors"

/** A failure as a run's last event. What other errors say is not for a client: it may name a file or a key. */
export function failureEvent(error: unknown): { readonly type: "run-error"; readonly error: ErrorJSON } {
  const known = SpdRagError.isInstance(error) ? error.toJSON() : { name: "Error", message: "The run failed." }
  return { type: "run-error", error: known }
}
