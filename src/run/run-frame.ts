import type { ResolvedConfig } from "../config/resolve"
import type { ResolvedAsk } from "../config/resolve-ask"
import type { DocumentOutcome, UsageReport, Warning } from "../contracts"
import type { SpdRagEvent } from "../contracts/run-end"
import { checkBeforeReading, makingOf } from "../documents/making"
import { linkAbort, raceAbort } from "../runtime/abort"
import { errorJSON, safeListeners } from "../runtime/emit"
import { mergeWarnings } from "../runtime/merge-warnings"
import { loadTokenCounter } from "../tokens/default-counter"
import { type AskedDocument, selectDocuments } from "./documents/select-documents"
import { errorOfRun } from "./error-of-run"
import { createRunContext, type RunContext } from "./run-context"
import { stopAtShare } from "./time-limit"
import type { AddFailures } from "./warnings/add-failures"
import { outcomeWarnings, overrunWarnings, usageWarnings } from "./warnings/outcome-warnings"

/** What every run comes to, whatever it is for. */
export interface FramedResult {
  /** Exactly one a document asked, in the order asked. */
  readonly outcomes: readonly DocumentOutcome[]
  /** Beside those of the outcomes, the usage and the limits. */
  readonly warnings: readonly Warning[]
}

/** What is known of a run at its end. */
export interface RunEnd {
  readonly usage: UsageReport
  readonly warnings: readonly Warning[]
  readonly durationMs: number
}

/** What a run does inside of its frame. */
export interface RunBody<Result extends FramedResult, Value> {
  /** @default false: a run over no document is refused */
  readonly mayBeEmpty?: boolean | undefined
  /** Is told by `keep` how to know what was read by then, for the error of a run that ends early. */
  read(
    context: RunContext,
    asked: readonly AskedDocument[],
    keep: (outcomes: () => readonly DocumentOutcome[]) => void,
  ): Promise<Result>
  /** What the run gives, and its last event. */
  end(result: Result, end: RunEnd): { readonly value: Value; readonly event: SpdRagEvent }
}

/**
 * The frame of a run, whatever it does: the documents asked, events, usage and warnings, and the end of everything that
 * still runs.
 */
export async function runFramed<Result extends FramedResult, Value>(
  ask: ResolvedAsk,
  config: ResolvedConfig,
  failures: AddFailures,
  body: RunBody<Result, Value>,
): Promise<Value> {
  const { question } = ask
  const { clock, concurrency, prices } = config
  const { controller, unlink } = linkAbort(ask.signal)
  const { signal } = controller
  const trace = config.telemetry?.startRun({ kind: "question", prices: prices ?? {} })
  const emit = safeListeners<SpdRagEvent>(trace?.onEvent, ask.onEvent)
  const warnings: Warning[] = []
  let kept: () => readonly DocumentOutcome[] = () => []
  const warn = (warning: Warning) => warnings.push(warning)
  const context = createRunContext(ask, config, { signal, emit, warn }, { trace })
  const stopClock = stopAtShare(context, 1, controller)
  try {
    signal.throwIfAborted()
    const startedAt = clock.now()
    const asked = await selectDocuments(
      context.vectorStore,
      ask,
      concurrency,
      signal,
      failures,
      body.mayBeEmpty,
    )
    await loadTokenCounter(config.countTokens, signal)
    const usesVectors = config.embedder !== undefined && config.retrieval.mode !== "lexical"
    await checkBeforeReading(context.vectorStore, makingOf(config), usesVectors, signal)
    emit({ type: "run-start", question, documentCount: asked.length })
    const reading = body.read(context, asked, (outcomes) => {
      kept = outcomes
    })
    // A stage of one's own may not look at its signal.
    const result = await raceAbort(reading, signal)
    const usage = context.meter.report()
    const durationMs = Math.round(clock.now() - startedAt)
    const { value, event } = body.end(result, {
      usage,
      durationMs,
      warnings: [
        ...outcomeWarnings(result.outcomes),
        ...failures.warnings(ask.documents),
        ...mergeWarnings(warnings),
        ...result.warnings,
        ...usageWarnings(usage, prices !== undefined),
        ...overrunWarnings(ask.limits, usage, durationMs),
      ],
    })
    emit(event)
    return value
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
