/** Something that the person at the command line can put right; its message is shown as it is. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}
