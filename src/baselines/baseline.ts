import { memoryVectorStore } from "../adapters/memory"
import { checkRunLimits } from "../config/check"
import { checkKnownOptions } from "../config/known-options"
import { type AskOptions, llmOf, type SpdRagConfig } from "../config/options"
import type { DocumentOutcome, Plan, StoredDocument, Synthesis, Warning } from "../contracts"
import type { Answer } from "../contracts/answer"
import type { SpdRagEvent } from "../contracts/run-end"
import { InvalidArgumentError, SpdRagError } from "../errors"
import { outcomeWarnings, usageWarnings } from "../run/outcome-warnings"
import { createRunContext, type RunContext } from "../run/run-context"
import { type AskedDocument, selectDocuments } from "../run/select-documents"
import { linkAbort } from "../runtime/abort"
import { errorJSON, safeListener } from "../runtime/emit"
import { type SpdRag, spdRag } from "../spd-rag"

/** A system to compare with: the same documents, questions and answers as `spdRag`. */
export type Baseline = Omit<SpdRag, "stream">

/** One question on its way through a baseline. */
export interface BaselineRun {
  readonly question: string
  readonly config: SpdRagConfig
  readonly context: RunContext
  /** Documents that hold text, in the order asked. */
  readonly documents: readonly StoredDocument[]
  readonly signal: AbortSignal
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
  config: SpdRagConfig,
  answer: (run: BaselineRun) => Promise<BaselineResult>,
): Baseline {
  const llm = llmOf(config.llm, "synthesizer")
  if (config.agent === undefined && llm === undefined) {
    throw new InvalidArgumentError("llm", undefined, "given, or an agent that reads in its place")
  }
  const own = { ...config, llm, vectorStore: config.vectorStore ?? memoryVectorStore() }
  const { add, sync, remove, documents } = spdRag(own)
  return {
    add,
    sync,
    remove,
    documents,
    ask: (question, options = {}) => ask(question, options, own, answer),
  }
}

async function ask(
  question: string,
  options: AskOptions,
  config: SpdRagConfig & Required<Pick<SpdRagConfig, "vectorStore">>,
  answer: (run: BaselineRun) => Promise<BaselineResult>,
): Promise<Answer> {
  if (typeof question !== "string" || question.trim() === "") {
    throw new InvalidArgumentError("question", question, "a question")
  }
  checkKnownOptions(options, ["documents", "signal", "onEvent", "limits"], "options")
  checkRunLimits(config, options.limits)
  const { controller, unlink } = linkAbort(options.signal)
  const { signal } = controller
  const emit = safeListener<SpdRagEvent>(options.onEvent)
  try {
    signal.throwIfAborted()
    const context = createRunContext(
      config,
      config.vectorStore as NonNullable<SpdRagConfig["vectorStore"]>,
      options.limits ?? config.limits ?? {},
      emit,
    )
    const startedAt = context.clock.now()
    const asked = await selectDocuments(context.vectorStore, options.documents, context.concurrency, signal)
    emit({ type: "run-start", question, documentCount: asked.length })
    const documents = asked.flatMap(({ stored }) => (stored && stored.chunkCount > 0 ? [stored] : []))
    if (documents.length === 0) throw new InvalidArgumentError("documents", 0, "documents that hold text")
    const result = await answer({ question, config, context, documents, signal })
    const outcomes = outcomesOf(asked, result)
    const usage = context.meter.report()
    const warnings: readonly Warning[] = [
      ...outcomeWarnings(outcomes),
      ...result.synthesis.warnings,
      ...usageWarnings(usage, config.prices !== undefined),
    ]
    const { text, citations, tree } = result.synthesis
    const durationMs = Math.round(context.clock.now() - startedAt)
    const { plan } = result
    const full: Answer = {
      question,
      text,
      citations,
      plan,
      documents: outcomes,
      tree,
      usage,
      warnings,
      durationMs,
    }
    emit({ type: "run-end", answer: full })
    return full
  } catch (error) {
    emit({ type: "run-error", error: SpdRagError.isInstance(error) ? error.toJSON() : errorJSON(error) })
    throw error
  } finally {
    controller.abort(new DOMException("The run has ended.", "AbortError"))
    unlink()
  }
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
