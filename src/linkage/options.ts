import { type Checks, optional } from "../runtime/check/options"
import { abortSignal } from "../runtime/check/values"

/** What ends the arithmetic. */
export interface LinkageOptions {
  readonly signal?: AbortSignal | undefined
}

export const linkageChecks: Checks<LinkageOptions> = { signal: optional(abortSignal) }
