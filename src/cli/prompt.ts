/// <reference types="node" />
import type { Readable, Writable } from "node:stream"
import { UsageError } from "./errors"
import type { CommandHost } from "./host"
import { Interrupted } from "./interrupted"

/**
 * Asks for the question where someone sits at a terminal.
 *
 * @throws UsageError elsewhere
 */
export async function questionFrom({ stdin, stderr, signal }: CommandHost): Promise<string> {
  if (!stdin.isTTY || !stderr.isTTY) {
    throw new UsageError('The question is missing: spd-rag ask "QUESTION" PATHS... See --help.')
  }
  const { isCancel, text } = await import("@clack/prompts")
  const answer = await text({
    message: "What do you want to know?",
    validate: (value) => (value?.trim() ? undefined : "A question has to have a text."),
    input: stdin as unknown as Readable,
    output: stderr as unknown as Writable,
    signal,
  })
  signal.throwIfAborted()
  // On a terminal that a prompt has taken, Ctrl-C is a key and no signal.
  if (isCancel(answer)) throw new Interrupted()
  return answer
}
