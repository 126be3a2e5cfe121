import type { DocumentOutcome, UsageReport } from "../contracts"
import { SpdRagError } from "../errors"

/** What a run had when it ended early. */
export interface Reached {
  readonly documents: readonly DocumentOutcome[]
  readonly usage: UsageReport
}

/** Of reasons of aborts and other values that are not ours to write to; the last run that ended with one. */
const reachedBy = new WeakMap<object, Reached>()

/**
 * A run's failure with what the run had reached. It is a copy: two runs can be handed one error object, by calls that
 * wait for the same model for example, and neither may read what the other has found. Errors that are not the
 * library's, and reasons of aborts, stay as they are; what was reached is kept beside them.
 */
export function errorOfRun(error: unknown, reached: Reached, isAbort: boolean): unknown {
  if (isAbort || !SpdRagError.isInstance(error)) {
    if (typeof error === "object" && error !== null) reachedBy.set(error, reached)
    return error
  }
  const copy: SpdRagError = Object.setPrototypeOf(new Error(), Object.getPrototypeOf(error))
  for (const key of Reflect.ownKeys(error)) {
    if (key === "documents" || key === "usage") continue
    const { enumerable = false } = Object.getOwnPropertyDescriptor(error, key)!
    // Read, since `stack` is a getter in some runtimes; a copy of a frozen error can be written to.
    const value: unknown = Reflect.get(error, key)
    Object.defineProperty(copy, key, { value, enumerable, writable: true, configurable: true })
  }
  if (reached.documents.length > 0) copy.documents = reached.documents
  copy.usage = reached.usage
  return copy
}

/**
 * The outcomes that a run had reached when it ended with this error or reason of an abort, in the order asked; an empty list where
 * it had not begun reading. Of a reason that ended several runs, those of the last.
 */
export function outcomesOf(error: unknown): readonly DocumentOutcome[] {
  return reachedWith(error)?.documents ?? []
}

/** What a run had used when it ended with this error or reason of an abort; undefined for what ended no run. */
export function usageOf(error: unknown): UsageReport | undefined {
  return reachedWith(error)?.usage
}

function reachedWith(error: unknown): Partial<Reached> | undefined {
  if (typeof error !== "object" || error === null) return undefined
  return (
    reachedBy.get(error) ??
    (SpdRagError.isInstance(error)
      ? (error as { readonly documents?: unknown; readonly usage?: unknown } as Partial<Reached>)
      : undefined)
  )
}
