import { checkRunLimits } from "../config/check"
import { checkKnownOptions } from "../config/known-options"
import { type AskOptions, llmOf, type SpdRagConfig } from "../config/options"
import type { DocumentOutcome, Plan, Synthesis, VectorStore, Warning } from "../contracts"
import type { Answer } from "../contracts/answer"
import type { SpdRagEvent } from "../contracts/run-end"
import { createCoordinator } from "../coordinator/create-coordinator"
import { InvalidArgumentError, InvalidOutputError, NoFindingsError, SpdRagError } from "../errors"
import { checkRouting, type RoutingOptions } from "../retrieval/routing-options"
import { linkAbort } from "../runtime/abort"
import { errorJSON, safeListener } from "../runtime/emit"
import { mergeWarnings } from "../runtime/merge-warnings"
import { checkMergeBudget } from "../synthesis/prepare-texts"
import { recursiveSynthesize } from "../synthesis/recursive-synthesize"
import { countTokens, loadTokenCounter } from "../tokens/count-tokens"
import { findingsOf, outcomeWarnings, unreadOf, usageWarnings } from "./outcome-warnings"
import { readDocuments } from "./read-documents"
import { leftOutMessage, routeDocuments } from "./route-documents"
import { createRunContext, type RunContext } from "./run-context"
import { selectDocuments } from "./select-documents"

/** One run: plan, read, synthesize. */
export async function askQuestion(
  question: string,
  options: AskOptions,
  config: SpdRagConfig,
  vectorStore: VectorStore,
): Promise<Answer> {
  if (config.countTokens === undefined) await loadTokenCounter(options.signal)
  checkQuestion(question, options, config)
  const { controller, unlink } = linkAbort(options.signal)
  const { signal } = controller
  const emit = safeListener<SpdRagEvent>(options.onEvent)
  const warnings: Warning[] = []
  let outcomes: readonly DocumentOutcome[] = []
  try {
    signal.throwIfAborted()
    const context = createRunContext(config, vectorStore, options.limits ?? config.limits ?? {}, emit)
    const startedAt = context.clock.now()
    const asked = await selectDocuments(context.vectorStore, options.documents, context.concurrency, signal)
    emit({ type: "run-start", question, documentCount: asked.length })

    const plan = await makePlan(question, config, context, signal)
    const warn = (warning: Warning) => warnings.push(warning)
    const routing = (options.routing ?? config.routing) || undefined
    const routed = routing ? await routeDocuments({ asked, plan, routing, config, context, signal }) : asked
    outcomes = await readDocuments({ question, plan, asked: routed, config, context, warn, signal })
    checkFound(outcomes, routing)
    const synthesis = await synthesize(question, plan, outcomes, config, context, options, signal)

    const usage = context.meter.report()
    const answer: Answer = {
      question,
      text: synthesis.text,
      citations: synthesis.citations,
      plan,
      documents: outcomes,
      tree: synthesis.tree,
      usage,
      warnings: [
        ...outcomeWarnings(outcomes),
        ...mergeWarnings(warnings),
        ...synthesis.warnings,
        ...usageWarnings(usage, config.prices !== undefined),
      ],
      durationMs: Math.round(context.clock.now() - startedAt),
    }
    emit({ type: "run-end", answer })
    return answer
  } catch (error) {
    if (SpdRagError.isInstance(error) && outcomes.length > 0) error.documents = outcomes
    emit({ type: "run-error", error: errorJSON(error) })
    throw error
  } finally {
    // Whatever still runs, because a plug ignores its signal or a sibling failed first, is told to stop.
    controller.abort(new DOMException("The run has ended.", "AbortError"))
    unlink()
  }
}

function checkQuestion(question: string, options: AskOptions, config: SpdRagConfig): void {
  if (typeof question !== "string" || question.trim() === "") {
    throw new InvalidArgumentError("question", question, "a question")
  }
  checkKnownOptions(options, ["documents", "signal", "onEvent", "limits", "routing"], "options")
  checkRunLimits(config, options.limits)
  checkRouting(options.routing)
  if (config.synthesizer === undefined) {
    const llm = llmOf(config.llm, "synthesizer")!
    checkMergeBudget(question, llm, config.synthesis, config.countTokens ?? countTokens)
  }
}

async function makePlan(
  question: string,
  config: SpdRagConfig,
  context: RunContext,
  signal: AbortSignal,
): Promise<Plan> {
  const { emit } = context
  emit({ type: "plan-start" })
  try {
    const coordinator = config.coordinator ?? createCoordinator({ llm: context.llm("coordinator") })
    const plan = await coordinator.plan({ question, signal })
    checkPlan(plan)
    signal.throwIfAborted()
    emit({ type: "plan-end", plan })
    return plan
  } catch (error) {
    if (!signal.aborted) emit({ type: "plan-error", error: errorJSON(error) })
    throw error
  }
}

function checkPlan(plan: Plan): void {
  const good =
    Array.isArray(plan?.tasks) &&
    plan.tasks.length > 0 &&
    plan.tasks.every((task) => typeof task === "string" && task.trim() !== "") &&
    typeof plan.synthesisDirective === "string"
  if (!good)
    throw new InvalidOutputError("The coordinator returned no plan with at least one task.", {
      reason: "malformed",
    })
}

/** @throws NoFindingsError where there is nothing to answer from */
function checkFound(outcomes: readonly DocumentOutcome[], routing: RoutingOptions | undefined): void {
  if (findingsOf(outcomes).length > 0) return
  const reasons = new Set(unreadOf(outcomes).map(({ status, reason }) => `${status}: ${reason}`))
  throw new NoFindingsError(
    `None of ${outcomes.length} documents gave findings (${[...reasons].join(", ")}).${leftOutMessage(outcomes, routing)}`,
    { cause: outcomes.map((outcome) => ("error" in outcome ? outcome.error : undefined)).find(Boolean) },
  )
}

async function synthesize(
  question: string,
  plan: Plan,
  outcomes: readonly DocumentOutcome[],
  config: SpdRagConfig,
  context: RunContext,
  { onEvent }: AskOptions,
  signal: AbortSignal,
): Promise<Synthesis> {
  const findings = findingsOf(outcomes)
  const unread = unreadOf(outcomes)
  if (config.synthesizer !== undefined) {
    return config.synthesizer({ question, plan, findings, unread, signal })
  }
  const { llm, embedder, countTokens, concurrency, emit } = context
  return recursiveSynthesize({
    ...config.synthesis,
    question,
    directive: plan.synthesisDirective,
    findings,
    unread,
    llm: llm("synthesizer"),
    embedder: embedder("synthesis"),
    countTokens,
    concurrency,
    signal,
    ...(onEvent !== undefined && { onEvent: emit }),
  })
}
