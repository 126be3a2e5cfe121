import { type ExitCode, exitCodes } from "./exit-codes"

/** A failure as one sentence that says what to do; it is shown as it is. */
export class CommandError extends Error {
  override readonly name: string = "CommandError"
  readonly exitCode: ExitCode = exitCodes.failed
}

/** Something that the person at the command line can put right; nothing was sent anywhere. */
export class UsageError extends CommandError {
  override readonly name = "UsageError"
  override readonly exitCode: ExitCode = exitCodes.usage
}
