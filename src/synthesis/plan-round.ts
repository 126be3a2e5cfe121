import type { Dendrogram } from "../linkage/average-linkage"
import { type PackingRule, packingSteps } from "../packing/pack-batches"
import { runStepsYielding } from "../runtime/yield"

export interface RoundRequest {
  /** Sizes with frames. */
  readonly tokens: readonly number[]
  readonly dendrogram: Dendrogram
  readonly budget: number
  readonly rule: PackingRule
  /** False for a batch of several whose prompt would be over the budget, although its sizes add up to less. */
  readonly fits: (batch: readonly number[]) => boolean
  readonly signal?: AbortSignal | undefined
}

/** Which texts are merged with which in one round: a partition, similar ones together, each batch within the budget. */
export async function planRound(request: RoundRequest): Promise<readonly (readonly number[])[]> {
  const { tokens, dendrogram, budget, rule, fits, signal } = request
  const batches = await runStepsYielding(packingSteps({ tokens, dendrogram, budget, rule }), signal)
  // What the bound on rounds rests on: of texts that fit two by two, at least a third goes each round.
  const smallOnly = tokens.every((size) => 2 * size <= budget)
  const packed =
    smallOnly && batches.length > (2 * tokens.length + 1) / 3 ? packInOrder(tokens, budget) : batches
  return packed.flatMap((batch) => fittingBatches(batch, fits))
}

/** The batch, or its halves, and theirs, as far as they do not fit. */
function fittingBatches(
  batch: readonly number[],
  fits: RoundRequest["fits"],
): readonly (readonly number[])[] {
  if (batch.length === 1 || fits(batch)) return [batch]
  const middle = Math.ceil(batch.length / 2)
  return [batch.slice(0, middle), batch.slice(middle)].flatMap((half) => fittingBatches(half, fits))
}

function packInOrder(tokens: readonly number[], budget: number): readonly (readonly number[])[] {
  const batches: number[][] = []
  let room = 0
  for (const [index, size] of tokens.entries()) {
    if (size > room || batches.length === 0) {
      batches.push([])
      room = budget
    }
    batches.at(-1)!.push(index)
    room -= size
  }
  return batches
}
