import type { Embedder } from "../contracts"
import { linkAbort } from "../runtime/abort"
import { nextTurn } from "../runtime/yield"
import { maxRounds, shrinkingRounds } from "./bounds"
import { type Ends, throwIfAborted } from "./ends"
import { fitsOneCall, isLarge, type MergeContext, sizeOf } from "./merge/context"
import { planRound } from "./plan-round"
import { mergeRound } from "./round"
import { createSimilarity } from "./similarity"
import type { MergeText } from "./text"

export interface RoundsRequest extends Ends {
  readonly embedder?: Embedder | undefined
  readonly concurrency: number
}

export interface LastRound {
  /** What one call can hold, or all that is left where merging could not get there. */
  readonly texts: readonly MergeText[]
  readonly round: number
  readonly maxRounds: number
}

/** Merges texts, similar ones first, until one call can hold what is left, or `maxRounds` or a signal ends it. */
export async function mergeRounds(context: MergeContext, request: RoundsRequest): Promise<LastRound> {
  const { embedder, concurrency, signal, finishSignal, stopSignal } = request
  const { prepared, settings, countTokens, warn } = context
  const similarity = createSimilarity({ embedder, countTokens, concurrency, warn })
  const { controller: until, unlink } = linkAbort(signal, finishSignal, stopSignal)
  let { texts } = prepared
  let condensed = false
  const roundLimit = maxRounds(texts.length)
  const patience = shrinkingRounds(texts.length)

  let round = 1
  try {
    for (; round < roundLimit && !until.signal.aborted && !fitsOneCall(context, texts, "last"); round++) {
      const current = texts
      const dendrogram = await similarity.treeOf(
        current.map(({ text }) => text),
        until.signal,
      )
      await nextTurn()
      const planned = await planRound({
        tokens: current.map((text) => sizeOf(context, text)),
        dendrogram,
        budget: prepared.budget.textTokens,
        rule: settings.packing,
        fits: (batch) => fitsOneCall(context, partsOf(current, batch), "between"),
        signal: until.signal,
      })
      // Where no two texts fit one call, or merging goes on too slowly, all large texts are condensed, once.
      const stuck: boolean = planned.length === current.length || round > patience
      const condense: boolean = stuck && !condensed && current.some((text) => isLarge(context, text))
      condensed ||= condense
      const batches = condense
        ? current.map((text) => [text])
        : planned.map((batch) => partsOf(current, batch))
      const merged = await mergeRound(context, {
        batches,
        condense,
        round,
        maxRounds: roundLimit,
        concurrency,
        until,
      })
      if (merged === undefined) break
      texts = merged
    }
  } catch (error) {
    throwIfAborted(signal)
    if (!until.signal.aborted) throw error
  } finally {
    unlink()
  }
  throwIfAborted(signal)
  return { texts, round, maxRounds: roundLimit }
}

function partsOf(texts: readonly MergeText[], batch: readonly number[]): readonly MergeText[] {
  return batch.map((position) => texts[position]!)
}
