import { SpdRagError } from "../errors"

/** The server could not start. */
export class ServeError extends SpdRagError {
  override readonly name = "ServeError"
  readonly reason: "port-in-use" | "port-forbidden" | "not-listening"
  readonly port: number

  constructor(reason: ServeError["reason"], port: number, message: string, cause: unknown) {
    super(message, { cause })
    this.reason = reason
    this.port = port
  }
}
