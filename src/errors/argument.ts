import { describe, summary } from "./describe"
import { SpdRagError } from "./spd-rag-error"

/** An argument that makes no sense. Thrown before any paid call. */
export class InvalidArgumentError extends SpdRagError {
  override readonly name = "InvalidArgumentError"
  readonly argument: string
  readonly value: unknown

  /** @param expected completes "Expected `argument` to be ..." */
  constructor(argument: string, value: unknown, expected: string, options?: { cause?: unknown }) {
    super(`Expected \`${argument}\` to be ${expected}, got ${describe(value)}.`, options)
    this.argument = argument
    this.value = summary(value)
  }
}
