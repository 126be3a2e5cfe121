/** The reason of the signal that Ctrl-C aborts. */
export class Interrupted extends Error {
  override readonly name = "Interrupted"

  constructor() {
    super("Interrupted.")
  }
}
