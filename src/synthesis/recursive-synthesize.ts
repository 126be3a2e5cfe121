import type {
  Embedder,
  Findings,
  LLM,
  Plan,
  StageRun,
  Synthesis,
  UnreadDocument,
  Warning,
} from "../contracts"
import { InvalidArgumentError, NoFindingsError } from "../errors"
import { findingsData, planData, unreadData } from "../runtime/check/data"
import { type Checks, checkOptions, listOf, optional } from "../runtime/check/options"
import { embedderPlug, llmPlug, stageRunChecks } from "../runtime/check/plugs"
import { callable, filledText, integerFrom, text } from "../runtime/check/values"
import { safeListener } from "../runtime/emit"
import { mapConcurrent } from "../runtime/map-concurrent"
import { mergeWarnings } from "../runtime/merge-warnings"
import {
  countTokens as countTokensDefault,
  loadTokenCounter,
  type TokenCounter,
} from "../tokens/count-tokens"
import { createVectorKernel } from "../vectors/kernel"
import { mergeBetween } from "./merge/between"
import { fitsOneCall, type MergeContext, sizeOf } from "./merge/context"
import { mergeLast } from "./merge/last"
import { planRound, type RoundRequest } from "./plan-round"
import { prepareTexts } from "./prepare-texts"
import { type ResolvedSynthesisOptions, type SynthesisOptions, synthesisChecks } from "./synthesis-options"
import type { MergeText } from "./text"

/** Spread a synthesizer's task into it, and the calls go through the run: retries, limits, meter and events. */
export interface RecursiveSynthesizeOptions extends SynthesisOptions, StageRun {
  readonly question: string
  /** @default plan.synthesisDirective */
  readonly directive?: string | undefined
  /** For its directive; needed where `directive` is not given. */
  readonly plan?: Plan | undefined
  readonly findings: readonly Findings[]
  readonly llm: LLM
  /** Places similar findings together; without it, neighbours by position are merged. */
  readonly embedder?: Embedder | undefined
  /** Documents without findings; the text says what it does not cover. */
  readonly unread?: readonly UnreadDocument[] | undefined
  readonly countTokens?: TokenCounter | undefined
  /** Merge calls at a time. @default 8 */
  readonly concurrency?: number | undefined
}

const optionChecks: Checks<ResolvedSynthesisOptions & RecursiveSynthesizeOptions> = {
  ...synthesisChecks,
  ...stageRunChecks,
  question: filledText("a question"),
  directive: optional(text),
  plan: optional(planData),
  findings: listOf(findingsData),
  llm: llmPlug,
  embedder: optional(embedderPlug),
  unread: optional(unreadData, []),
  countTokens: optional(callable<TokenCounter>()),
  concurrency: optional(integerFrom(1), 8),
}

/**
 * Merges findings, similar ones first, until one cited text is left (paper, section "Synthesis").
 *
 * Every call, prompt and reserved output together, stays within `maxBatchTokens` and the model's window. Every
 * finding reaches a prompt. With n texts at the start, one a finding and more where a finding is larger than a
 * call, there are at most `maxRounds(n)` rounds and `maxMergeCalls(n)` calls, whatever the model returns.
 *
 * @throws NoFindingsError without findings; InvalidArgumentError for an option, and for a budget smaller than the instructions;
 * InvalidOutputError where the last merge is refused or empty, or the embedder's vectors can't be used; the
 * signal's reason when it aborts
 */
export async function recursiveSynthesize(options: RecursiveSynthesizeOptions): Promise<Synthesis> {
  const settings = checkOptions(options, optionChecks, "options")
  const { question, findings, unread, signal, calls, concurrency = 8 } = settings
  const { directive = settings.plan?.synthesisDirective, countTokens = countTokensDefault } = settings
  if (directive === undefined) throw new InvalidArgumentError("directive", undefined, "given, or a plan")
  if (findings.length === 0) throw new NoFindingsError("There are no findings to synthesize.")
  const llm = calls?.llm(settings.llm) ?? settings.llm
  const embedder = settings.embedder && (calls?.embedder(settings.embedder) ?? settings.embedder)
  if (settings.countTokens === undefined) await loadTokenCounter(signal)
  const emit = safeListener(settings.onEvent)
  const warnings: Warning[] = []
  const warn = (warning: Warning) => warnings.push(warning)

  const common = { question, directive, findings, unread, llm, settings, countTokens, warn, signal }
  const prepared = await prepareTexts(common)
  const context: MergeContext = { ...common, prepared, emit, onEvent: settings.onEvent }
  let texts: readonly MergeText[] = prepared.texts
  let condensed = false
  let clustering: RoundRequest["clustering"]
  const roundLimit = maxRounds(texts.length)
  const patience = shrinkingRounds(texts.length)

  for (let round = 1; ; round++) {
    if (fitsOneCall(context, texts)) {
      emit({ type: "round-start", round, maxRounds: roundLimit, texts: texts.length, batches: 1 })
      const synthesis = await mergeLast(context, texts, round, signal)
      emit({ type: "round-end", round, texts: 1 })
      return { ...synthesis, warnings: mergeWarnings(warnings) }
    }
    if (embedder !== undefined) clustering ??= { embedder, kernel: createVectorKernel() }
    const batches = await planRound({
      texts: texts.map(({ text }) => text),
      tokens: texts.map(sizeOf),
      budget: prepared.budget.textTokens,
      rule: settings.packing,
      clustering,
      countTokens,
      concurrency,
      signal,
    })
    // Where no two texts fit one call, or merging goes on too slowly, all large texts are condensed, once.
    const condense: boolean = !condensed && (batches.length === texts.length || round > patience)
    condensed ||= condense
    const work = condense ? texts.map((_, index) => [index]) : batches
    const paid = (batch: readonly number[]) =>
      batch.length > 1 || (condense && texts[batch[0]!]!.tokens > prepared.budget.outputTokens)
    const total = work.filter(paid).length
    emit({ type: "round-start", round, maxRounds: roundLimit, texts: texts.length, batches: total })
    let done = 0
    const current = texts
    texts = await mapConcurrent(
      work,
      concurrency,
      async (batch, index, child) => {
        const parts = batch.map((position) => current[position]!)
        if (!paid(batch)) return parts[0]!
        emit({ type: "merge-start", round, batch: index, texts: parts.length })
        const merged = await mergeBetween(context, parts, { round, batch: index }, child)
        done += 1
        emit({ type: "merge-end", round, batch: index, done, batches: total })
        return merged
      },
      signal,
    )
    emit({ type: "round-end", round, texts: texts.length })
  }
}

/** Rounds that merging n texts takes at most, where each leaves at most two thirds of them. */
function shrinkingRounds(count: number): number {
  return count <= 1 ? 1 : Math.ceil(Math.log(count) / Math.log(1.5)) + 1
}

/** Rounds for n texts at most: merging before and after the one condensing round, and the last call. */
export function maxRounds(count: number): number {
  return 2 * shrinkingRounds(count) + 2
}

/**
 * Calls for n texts at most: each merge leaves one text fewer, each text is condensed once at most, and each call
 * may be asked for once more. A window that turns out smaller than declared adds at most 3 times as many.
 */
export function maxMergeCalls(count: number): number {
  return 2 * (2 * count + 1)
}
