import {
  type ErrorJSON,
  InvalidArgumentError,
  InvalidOutputError,
  nameOf,
  ProviderError,
  RetriesExhaustedError,
  SpdRagError,
  StaleRevisionError,
  TimeoutError,
} from "../../errors"
import { AgentWorkerError } from "../error"

const kinds: { readonly [name: string]: abstract new (...inputs: never[]) => SpdRagError } = {
  AgentWorkerError,
  InvalidArgumentError,
  InvalidOutputError,
  ProviderError,
  RetriesExhaustedError,
  StaleRevisionError,
  TimeoutError,
}

/** A failure as data. What is not the library's own error may quote a document, and crosses by its name alone. */
export function packError(error: unknown): ErrorJSON {
  if (SpdRagError.isInstance(error)) return error.toJSON()
  return { name: nameOf(error), message: `A worker failed with ${nameOf(error)}; its own log says more.` }
}

/** The failure again: of its class where that is the library's, else an Error of its name. */
export function unpackError({ name, message, cause, ...fields }: ErrorJSON): Error {
  const options = cause === undefined ? undefined : { cause: causeOf(cause) }
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (kind === undefined) return Object.assign(new Error(message, options), { name })
  const error = new CrossedError(message, options)
  return Object.assign(Object.setPrototypeOf(error, kind.prototype), fields, { name })
}

/** Becomes one of `kinds`, whose constructors write messages of their own. */
class CrossedError extends SpdRagError {
  override readonly name: string = "SpdRagError"
}

function causeOf(cause: unknown): Error {
  return Object.assign(new Error("The cause stayed with the worker."), { name: String(Object(cause).name) })
}
