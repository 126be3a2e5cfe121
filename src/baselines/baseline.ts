import { llms } from "../config/llms"
import type { SpdRagConfig } from "../config/options"
import { resolveConfig } from "../config/resolve"
import { checkProse, resolveAsk } from "../config/resolve-ask"
import type { DocumentOutcome, Plan, StoredDocument, Synthesis } from "../contracts"
import { InvalidArgumentError } from "../errors"
import type { AskedDocument } from "../run/documents/select-documents"
import type { RunContext } from "../run/run-context"
import { runQuestion } from "../run/run-question"
import { createIndex } from "../run/set/create-index"
import { createAddFailures } from "../run/warnings/add-failures"
import type { SpdRag } from "../spd-rag"

/** A system to compare with: the same documents, questions and answers as `spdRag`. */
export type Baseline = Omit<SpdRag, "stream" | "estimate" | "table">

/** One question on its way through a baseline. */
export interface BaselineRun extends RunContext {
  /** Documents that hold text, in the order asked. */
  readonly documents: readonly StoredDocument[]
}

export interface BaselineResult {
  readonly plan: Plan
  readonly synthesis: Synthesis
  /** Of the documents that were read at all; the others count as skipped. */
  readonly outcomes: readonly DocumentOutcome[]
  /** Why a document that was not read was not. */
  readonly unreadReason: "not-selected" | "limit"
}

/** A baseline from its way of answering; indexing, policy, metering and outcomes are those of `spdRag`. */
export function createBaseline(
  given: SpdRagConfig,
  answer: (run: BaselineRun) => Promise<BaselineResult>,
): Baseline {
  const config = resolveConfig({ ...given, llm: modelOf(given) })
  const failures = createAddFailures()
  return {
    ...createIndex(config, failures),
    async ask(question, options) {
      const ask = resolveAsk(question, options, config)
      checkProse(ask, "a baseline makes no table")
      return runQuestion(ask, config, failures, async (context, asked) => {
        const documents = asked.flatMap(({ stored }) => (stored && stored.chunkCount > 0 ? [stored] : []))
        if (documents.length === 0) {
          throw new InvalidArgumentError("documents", 0, "documents that hold text")
        }
        const result = await answer({ ...context, documents })
        const { plan, synthesis } = result
        return { plan, synthesis, outcomes: outcomesOf(asked, result) }
      })
    },
  }
}

/** The synthesizer's model serves the whole of a baseline, its fallback behind it. */
function modelOf({ llm, agent }: SpdRagConfig): SpdRagConfig["llm"] {
  const { synthesizer: model, fallback } = llms(llm, "llm")
  if (agent === undefined && model === undefined) {
    throw new InvalidArgumentError("llm", undefined, "given, or an agent that reads in its place")
  }
  return model && { coordinator: model, agent: model, synthesizer: model, fallback }
}

/** Exactly one outcome a document asked, in the order asked. */
function outcomesOf(asked: readonly AskedDocument[], result: BaselineResult): readonly DocumentOutcome[] {
  const read = new Map(result.outcomes.map((outcome) => [outcome.documentId, outcome]))
  return asked.map(({ id, stored }): DocumentOutcome => {
    const skip = (reason: "missing" | "empty" | "limit" | "not-selected"): DocumentOutcome => ({
      documentId: id,
      title: stored?.title ?? id,
      status: "skipped",
      reason,
    })
    if (stored === undefined) return skip("missing")
    if (stored.chunkCount === 0) return skip("empty")
    return read.get(id) ?? skip(result.unreadReason)
  })
}
