import type { UsageReport } from "../contracts/usage"
import { nameOf } from "./describe"

/** Known to every installed copy of the library. */
export const errorMark: symbol = Symbol.for("spd-rag.error")

/** An error as plain data. */
export type ErrorJSON = { readonly name: string; readonly message: string; readonly [field: string]: unknown }

/**
 * Every failure that the library itself reports. Each kind has a literal `name`, fields of plain data and a
 * `cause`. An abort is none of these: it rethrows `signal.reason` as it is.
 */
export abstract class SpdRagError extends Error {
  abstract override readonly name: string
  /** Outcomes of every document asked, where a run had begun reading; see `outcomesOf`. */
  documents?: readonly { readonly documentId: string; readonly status: string }[]
  /** What the run had used when it failed with this error. */
  usage?: UsageReport

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options !== undefined && "cause" in options ? { cause: options.cause } : undefined)
    Object.defineProperty(this, errorMark, { value: true })
  }

  /** True for errors of any installed copy of the library. */
  static isInstance(value: unknown): value is SpdRagError {
    return (
      typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[errorMark] === true
    )
  }

  /** Name, message and plain fields; the cause by name only, since a provider's words may quote a document. */
  toJSON(): ErrorJSON {
    const { documents: _, cause: __, name: ___, ...fields } = this as Record<string, unknown>
    const cause = this.cause instanceof Error ? { cause: { name: nameOf(this.cause) } } : {}
    return { name: this.name, message: this.message, ...fields, ...cause }
  }
}
