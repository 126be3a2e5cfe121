import type { Findings } from "../contracts/findings"
import { describe, messageOf } from "./describe"
import { SpdRagError } from "./spd-rag-error"

/** One document's agent failed; `cause` says why, `findings` holds what it had read by then, if anything. */
export class DocumentAgentError extends SpdRagError {
  override readonly name = "DocumentAgentError"
  readonly documentId: string
  /** Left out of `toJSON` and of listings. */
  declare readonly findings: Findings | undefined

  constructor(documentId: string, cause: unknown, findings?: Findings) {
    super(`The agent of document ${describe(documentId)} failed: ${messageOf(cause)}`, { cause })
    this.documentId = documentId
    Object.defineProperty(this, "findings", { value: findings, enumerable: false })
  }
}

/** No document gave findings, so there is nothing to answer from. `documents` says why, one by one. */
export class NoFindingsError extends SpdRagError {
  override readonly name = "NoFindingsError"
}

/** A limit of the run was reached. What was read until then is in `documents`. */
export class LimitExceededError extends SpdRagError {
  override readonly name = "LimitExceededError"
  readonly limit: "maxTokens" | "maxCost" | "maxCalls" | "maxDurationMs"
  readonly allowed: number
  readonly used: number

  constructor(limit: LimitExceededError["limit"], allowed: number, used: number) {
    super(`The run reached its limit \`${limit}\`: ${allowed} allowed, ${used} used or asked for.`)
    this.limit = limit
    this.allowed = allowed
    this.used = used
  }
}

/** A query over a table was not run to its end. */
export class QueryError extends SpdRagError {
  override readonly name = "QueryError"
  /** `invalid`: SQLite does not take it. `refused`: it would do more than read. `limit`: it takes too much. */
  readonly reason: "invalid" | "refused" | "limit"
  /** The limit that was passed. */
  readonly limit: "maxSteps" | "maxBytes" | "maxRows" | "timeoutMs" | undefined

  constructor(reason: QueryError["reason"], why: string, limit?: QueryError["limit"]) {
    super(
      `The query ${reason === "invalid" ? "is not valid" : reason === "refused" ? "is refused" : "was stopped"}: ${why}`,
    )
    this.reason = reason
    this.limit = limit
  }
}

/** The document was replaced or removed after its revision was read. */
export class StaleRevisionError extends SpdRagError {
  override readonly name = "StaleRevisionError"
  readonly documentId: string
  readonly revision: string

  constructor(documentId: string, revision: string) {
    super(`Document ${describe(documentId)} is no longer at revision ${describe(revision)}.`)
    this.documentId = documentId
    this.revision = revision
  }
}
