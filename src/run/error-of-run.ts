import type { DocumentOutcome, UsageReport } from "../contracts"
import { SpdRagError } from "../errors"

/**
 * A run's failure with what the run had reached. It is a copy: two runs can be handed one error object, by calls that
 * wait for the same model for example, and neither may read what the other has found. Errors that are not the
 * library's stay as they are.
 */
export function errorOfRun(
  error: unknown,
  reached: { readonly documents: readonly DocumentOutcome[]; readonly usage: UsageReport },
): unknown {
  if (!SpdRagError.isInstance(error)) return error
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
