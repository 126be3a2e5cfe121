import type { Embedder, Findings, LLM, RunEvent, Synthesis, UnreadDocument, Warning } from "../contracts"
import { InvalidArgumentError, NoFindingsError } from "../errors"
import { safeListener } from "../runtime/emit"
import { mapConcurrent } from "../runtime/map-concurrent"
import { mergeWarnings } from "../runtime/merge-warnings"
import { countTokens as countTokensDefault, loadTokenCounter } from "../tokens/count-tokens"
import { createVectorKernel } from "../vectors/kernel"
import { mergeBetween } from "./merge/between"
import { fitsOneCall, type MergeContext, sizeOf } from "./merge/context"
import { mergeLast } from "./merge/last"
import { planRound, type RoundRequest } from "./plan-round"
import { prepareTexts } from "./prepare-texts"
import { resolveSynthesisOptions, type SynthesisOptions } from "./synthesis-options"
import type { MergeText } from "./text"

export interface RecursiveSynthesizeOptions extends SynthesisOptions {
  readonly question: string
  readonly directive: string
  readonly findings: readonly Findings[]
  readonly llm: LLM
  /** Places similar findings together; without it, neighbours by position are merged. */
  readonly embedder?: Embedder | undefined
  /** Documents without findings; the text says what it does not cover. */
  readonly unread?: readonly UnreadDocument[] | undefined
  readonly countTokens?: ((text: string) => number) | undefined
  /** Merge calls at a time. @default 8 */
  readonly concurrency?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly onEvent?: ((event: RunEvent) => void) | undefined
}

/**
 * Merges findings, similar ones first, until one cited text is left (paper, section "Synthesis").
 *
 * Every call, prompt and reserved output together, stays within `maxBatchTokens` and the model's window. Every
 * finding reaches a prompt. With n texts at the start, one a finding and more where a finding is larger than a
 * call, there are at most `maxRounds(n)` rounds and `maxMergeCalls(n)` calls, whatever the model returns.
 *
 * @throws NoFindingsError without findings; InvalidArgumentError for a budget smaller than the instructions;
 * InvalidOutputError where the last merge is refused or empty, or the embedder's vectors can't be used; the
 * signal's reason when it aborts
 */
export async function recursiveSynthesize(options: RecursiveSynthesizeOptions): Promise<Synthesis> {
  const { question, findings, embedder, signal, concurrency = 8, countTokens = countTokensDefault } = options
  if (findings.length === 0) throw new NoFindingsError("There are no findings to synthesize.")
  if (question.trim() === "") throw new InvalidArgumentError("question", question, "a question")
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new InvalidArgumentError("concurrency", concurrency, "an integer from 1 up")
  }
  const settings = resolveSynthesisOptions(options)
  if (options.countTokens === undefined) await loadTokenCounter(signal)
  const emit = safeListener(options.onEvent)
  const warnings: Warning[] = []
  const warn = (warning: Warning) => warnings.push(warning)

  const prepared = await prepareTexts({ ...options, settings, countTokens, warn })
  const context: MergeContext = { ...options, settings, countTokens, prepared, warn, emit }
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
