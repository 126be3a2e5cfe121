import { SpdRagError } from "../errors"

/** A document could not be read by the workers of a queue, for a reason that lies with them and not with the document. */
export class AgentWorkerError extends SpdRagError {
  override readonly name = "AgentWorkerError"
  readonly reason:
    | "no-worker"
    | "other-version"
    | "other-config"
    | "other-set"
    | "no-document"
    | "workers-died"
    | "job-lost"
    | "closed"
    | "many-rows"

  constructor(reason: AgentWorkerError["reason"], message: string) {
    super(message)
    this.reason = reason
  }
}
