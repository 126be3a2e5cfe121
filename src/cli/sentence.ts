import { type ProviderError, SpdRagError } from "spd-rag"
import { CommandError, UsageError } from "./errors"

/** The command that installs what an error of the library says is missing. */
export function installHint(error: unknown): string | undefined {
  return error instanceof Error ? /`(npm install [^`]+)`/.exec(error.message)?.[1] : undefined
}

/** What to say of the model when its provider refuses. */
export interface ModelNames {
  /** As it was named on the command line. */
  readonly name: string
  /** Where its key comes from, if it has one. */
  readonly key?: string | undefined
  /** What to do where nobody answers. */
  readonly start?: string | undefined
}

/** A failure as one sentence with its exit code; undefined for one that is a fault of the command itself. */
export function asCommandError(error: unknown, model?: ModelNames): CommandError | undefined {
  if (error instanceof CommandError) return error
  const sentence = sentenceOf(error, model)
  if (sentence === undefined) return undefined
  const isUsage = SpdRagError.isInstance(error) && error.name === "InvalidArgumentError"
  return isUsage ? new UsageError(sentence) : new CommandError(sentence)
}

function sentenceOf(error: unknown, model?: ModelNames): string | undefined {
  const hint = installHint(error)
  if (hint !== undefined) return `A package is missing: ${hint}`
  const refusal = refusalOf(error)
  if (refusal !== undefined && model !== undefined) {
    const said = providerSentence(refusal, model)
    if (said !== undefined) return said
  }
  if (SpdRagError.isInstance(error)) return error.message
  // What the file system or the network refuses is told by the system in one line.
  return error instanceof Error && "code" in error && "syscall" in error ? `${error.message}.` : undefined
}

function providerSentence({ status, message }: ProviderError, model: ModelNames): string | undefined {
  const isKeyRefused = status === 401 || status === 403 || message.includes("API_KEY_INVALID")
  if (isKeyRefused && model.key !== undefined) {
    return `The key in ${model.key} is refused (status ${status}): put a valid one there.`
  }
  if (status === 404) return `There is no model ${model.name} (status 404): check the name after the colon.`
  if (status === undefined && model.start !== undefined) return `${message} ${model.start}`
  return undefined
}

/** The provider's refusal at the bottom of a failure. */
function refusalOf(error: unknown): ProviderError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (SpdRagError.isInstance(at) && at.name === "ProviderError") return at as ProviderError
  }
  return undefined
}
