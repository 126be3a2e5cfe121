import type { ResolvedConfig } from "../config/resolve"
import type { ResolvedAsk } from "../config/resolve-ask"
import type { DocumentOutcome, Plan, Synthesis } from "../contracts"
import type { Answer } from "../contracts/answer"
import { withDocuments } from "./documents/cited-documents"
import type { AskedDocument } from "./documents/select-documents"
import type { RunContext } from "./run-context"
import { type RunEnd, runFramed } from "./run-frame"
import type { AddFailures } from "./warnings/add-failures"

/** What a way of answering comes to. */
export interface RunResult {
  readonly plan: Plan
  /** Exactly one a document asked, in the order asked. */
  readonly outcomes: readonly DocumentOutcome[]
  readonly synthesis: Synthesis
  /** What the answer holds beside, where it comes from a table. */
  readonly ofTable?: ((end: RunEnd) => Pick<Answer, "table" | "computed">) | undefined
}

/**
 * A run that answers a question, whatever the way of answering.
 *
 * @param answer is told by `keep` how to know what was read by then, for the error of a run that ends early
 */
export function runQuestion(
  ask: ResolvedAsk,
  config: ResolvedConfig,
  failures: AddFailures,
  answer: (
    context: RunContext,
    asked: readonly AskedDocument[],
    keep: (outcomes: () => readonly DocumentOutcome[]) => void,
  ) => Promise<RunResult>,
): Promise<Answer> {
  return runFramed(ask, config, failures, {
    read: async (context, asked, keep) => {
      const { synthesis, ...result } = await answer(context, asked, keep)
      const citations = withDocuments(synthesis.citations, asked)
      return { ...result, synthesis: { ...synthesis, citations }, warnings: synthesis.warnings }
    },
    end({ plan, outcomes: documents, synthesis, ofTable }, end) {
      const { text, citations, tree } = synthesis
      const full: Answer = {
        question: ask.question,
        text,
        citations,
        plan,
        documents,
        tree,
        ...end,
        ...ofTable?.(end),
      }
      return { value: full, event: { type: "run-end", answer: full } }
    },
  })
}
