import type { DocumentOutcome } from "../../contracts"
import { DocumentAgentError, messageOf, NoFindingsError, ProviderError } from "../../errors"
import { leftOutMessage } from "../documents/route-documents"
import type { RunContext } from "../run-context"
import { settledFindings, unreadOf } from "./outcome-warnings"

/** @throws NoFindingsError where there is nothing to answer from */
export function checkFound({ routing }: RunContext, outcomes: readonly DocumentOutcome[]): void {
  if (outcomes.some((outcome) => settledFindings(outcome) !== undefined)) return
  const reasons = new Set(unreadOf(outcomes).map(({ status, reason }) => `${status}: ${reason}`))
  const cause = outcomes.map((outcome) => ("error" in outcome ? outcome.error : undefined)).find(Boolean)
  throw new NoFindingsError(
    `None of ${outcomes.length} documents gave findings (${[...reasons].join(", ")}).${firstReason(cause)}${leftOutMessage(outcomes, routing)}`,
    { cause },
  )
}

/** A provider's refusal in its words; those of other failures may hold a document's. */
function firstReason(error: unknown): string {
  const cause = error instanceof DocumentAgentError ? error.cause : error
  return ProviderError.isInstance(cause) && cause.name === "ProviderError"
    ? ` The first: ${messageOf(cause)}`
    : ""
}
