import type { Findings } from "../contracts"
import { DocumentAgentError, InvalidArgumentError, LimitExceededError } from "../errors"

/**
 * The findings of a reading that settled everything.
 *
 * @param before what is known where the reading failed
 * @throws InvalidArgumentError as it is; DocumentAgentError with the failure as cause and what had been read as `findings`,
 * also where something stayed unread; the signal's reason when it aborts
 */
export async function endReading(
  documentId: string,
  signal: AbortSignal | undefined,
  read: () => Promise<{ readonly findings: Findings; readonly cause: unknown }>,
  before: () => Promise<Findings | undefined>,
): Promise<Findings> {
  let failure: { readonly cause: unknown; readonly findings: Findings | undefined }
  try {
    const { findings, cause } = await read()
    if (!findings.answers.some(({ unread }) => unread)) return findings
    failure = { cause, findings }
  } catch (error) {
    if (signal?.aborted && !isLimit(signal.reason)) throw signal.reason
    if (error instanceof InvalidArgumentError) throw error
    failure = { cause: error, findings: await before() }
  }
  throw new DocumentAgentError(documentId, failure.cause, failure.findings)
}

/** A limit of the run ends an agent like a failure of its own: what it had is kept. */
function isLimit(reason: unknown): boolean {
  return reason instanceof LimitExceededError
}
