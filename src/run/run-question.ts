import type { ResolvedConfig } from "../config/resolve"
import type { ResolvedAsk } from "../config/resolve-ask"
import type { DocumentOutcome, Plan, Synthesis, Warning } from "../contracts"
import type { Answer } from "../contracts/answer"
import type { SpdRagEvent } from "../contracts/run-end"
import { checkBeforeReading, makingOf } from "../documents/making"
import { linkAbort, raceAbort } from "../runtime/abort"
import { errorJSON, safeListener } from "../runtime/emit"
import { mergeWarnings } from "../runtime/merge-warnings"
import { countTokens, loadTokenCounter } from "../tokens/count-tokens"
import type { AddFailures } from "./add-failures"
import { errorOfRun } from "./error-of-run"
import { outcomeWarnings, overrunWarnings, usageWarnings } from "./outcome-warnings"
import { createRunContext, type RunContext } from "./run-context"
import { type AskedDocument, selectDocuments } from "./select-documents"
import { stopAtShare } from "./time-limit"

/** What a way of answering comes to. */
export interface RunResult {
  readonly plan: Plan
  /** Exactly one a document asked, in the order asked. */
  readonly outcomes: readonly DocumentOutcome[]
  readonly synthesis: Synthesis
}

/**
 * The frame of a run, whatever the way of answering: the documents asked, events, usage and warnings, and the end of
 * everything that still runs.
 *
 * @param answer is told by `keep` how to know what was read by then, for the error of a run that ends early
 */
export async function runQuestion(
  ask: ResolvedAsk,
  config: ResolvedConfig,
  failures: AddFailures,
  answer: (
    context: RunContext,
    asked: readonly AskedDocument[],
    keep: (outcomes: () => readonly DocumentOutcome[]) => void,
  ) => Promise<RunResult>,
): Promise<Answer> {
  const { question } = ask
  const { clock, concurrency, prices } = config
  const { controller, unlink } = linkAbort(ask.signal)
  const { signal } = controller
  const emit = safeListener<SpdRagEvent>(ask.onEvent)
  const warnings: Warning[] = []
  let kept: () => readonly DocumentOutcome[] = () => []
  const warn = (warning: Warning) => warnings.push(warning)
  const context = createRunContext(ask, config, { signal, emit, warn })
  const stopClock = stopAtShare(context, 1, controller)
  try {
    signal.throwIfAborted()
    const startedAt = clock.now()
    const asked = await selectDocuments(context.vectorStore, ask.documents, concurrency, signal, failures)
    if (config.countTokens === countTokens) await loadTokenCounter(signal)
    const usesVectors = config.embedder !== undefined && config.retrieval.mode !== "lexical"
    await checkBeforeReading(context.vectorStore, makingOf(config), usesVectors, signal)
    emit({ type: "run-start", question, documentCount: asked.length })
    const answering = answer(context, asked, (outcomes) => {
      kept = outcomes
    })
    // A stage of one's own may not look at its signal.
    const { plan, outcomes, synthesis } = await raceAbort(answering, signal)
    const { text, citations, tree } = synthesis
    const usage = context.meter.report()
    const durationMs = Math.round(clock.now() - startedAt)
    const full: Answer = {
      question,
      text,
      citations,
      plan,
      documents: outcomes,
      tree,
      usage,
      warnings: [
        ...outcomeWarnings(outcomes),
        ...failures.warnings(ask.documents),
        ...mergeWarnings(warnings),
        ...synthesis.warnings,
        ...usageWarnings(usage, prices !== undefined),
        ...overrunWarnings(ask.limits, usage, durationMs),
      ],
      durationMs,
    }
    emit({ type: "run-end", answer: full })
    return full
  } catch (error) {
    const reached = { documents: kept(), usage: context.meter.report() }
    // The caller's own reason is thrown as it is.
    const own = errorOfRun(error, reached, ask.signal?.aborted === true)
    emit({ type: "run-error", error: errorJSON(own), usage: reached.usage })
    throw own
  } finally {
    stopClock()
    // Whatever still runs, because a plug ignores its signal or a sibling failed first, is told to stop.
    controller.abort(new DOMException("The run has ended.", "AbortError"))
    unlink()
  }
}
