/// <reference types="node" />
import { CommanderError } from "commander"
import { type ExitCode, exitCodes } from "./exit-codes"
import type { CommandHost } from "./host"
import { Interrupted } from "./interrupted"
import { createProgram } from "./program"
import { asCommandError } from "./sentence"

/**
 * The command `spd-rag`, with everything that it uses of its process passed in; gives the exit code.
 *
 * @throws what is a fault of the command itself
 */
export async function main(host: CommandHost): Promise<ExitCode> {
  const result = { exitCode: exitCodes.answered as ExitCode }
  try {
    await createProgram(host, (exitCode) => {
      result.exitCode = exitCode
    }).parseAsync([...host.argv], { from: "user" })
    return result.exitCode
  } catch (error) {
    if (host.signal.aborted || error instanceof Interrupted) return exitCodes.interrupted
    // Commander has written its help, or its sentence, by itself.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.answered : exitCodes.usage
    const failure = asCommandError(error)
    if (failure === undefined) throw error
    host.stderr.write(`${failure.message}\n`)
    return failure.exitCode
  }
}
