import { LimitExceededError } from "../errors"
import { mapConcurrent } from "../runtime/map-concurrent"
import { isTimeLimit } from "./ends"
import { mergeBetween } from "./merge/between"
import { beginnings, warnOfEmptyMerge } from "./merge/between-text"
import { isLarge, type MergeContext } from "./merge/context"
import { type MergeText, mergedText } from "./text"

export interface RoundWork {
  /** Texts that are merged with each other. */
  readonly batches: readonly (readonly MergeText[])[]
  /** True where a large text alone is worth a call, which shortens it. */
  readonly condense: boolean
  readonly round: number
  readonly maxRounds: number
  readonly concurrency: number
  /** Ends the round; what is merged by then is kept. Aborted where a merge finds that the run's time is up. */
  readonly until: AbortController
}

/** The texts after one round; undefined where none of the batches is worth a call. */
export async function mergeRound(
  context: MergeContext,
  work: RoundWork,
): Promise<readonly MergeText[] | undefined> {
  const { batches, condense, round, maxRounds, concurrency, until } = work
  const { emit } = context
  const results = [...batches]
  const isPaid = (parts: readonly MergeText[]) =>
    parts.length > 1 || (condense && isLarge(context, parts[0]!))
  const total = results.filter(isPaid).length
  if (total === 0) return undefined

  emit({ type: "round-start", round, maxRounds, texts: batches.flat().length, batches: total })
  let done = 0
  try {
    await mapConcurrent(
      batches,
      concurrency,
      async (parts, batch, child) => {
        if (!isPaid(parts)) return
        emit({ type: "merge-start", round, batch, texts: parts.length })
        try {
          results[batch] = [await mergeBetween(context, parts, { round, batch }, child)]
        } catch (error) {
          if (child.aborted || error instanceof LimitExceededError) throw error
          results[batch] = afterFailure(context, parts, round, error)
        }
        done += 1
        emit({ type: "merge-end", round, batch, done, batches: total })
      },
      until.signal,
    )
  } catch (error) {
    if (!until.signal.aborted && !isTimeLimit(error)) throw error
    until.abort(error)
  }
  const texts = results.flat()
  emit({ type: "round-end", round, texts: texts.length })
  return texts
}

/** Texts whose merge failed wait for the next round, once; when it fails again, their beginnings stand for them. */
function afterFailure(
  context: MergeContext,
  parts: readonly MergeText[],
  round: number,
  error: unknown,
): readonly MergeText[] {
  const { warn, countTokens, findings, prepared } = context
  if (parts.length === 1 || parts.every(({ waited }) => !waited)) {
    const name = error instanceof Error ? error.name : "error"
    warn({
      code: "merge-failed",
      message: `A merge failed (${name}); its texts were left to the next round.`,
    })
    return parts.map((part) => ({ ...part, waited: true }))
  }
  warnOfEmptyMerge(context)
  const text = beginnings(parts, prepared.budget.outputTokens, countTokens)
  return [mergedText(parts, text, countTokens(text), round, findings)]
}
