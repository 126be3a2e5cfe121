import { embedTexts } from "../calls/embed-texts"
import type { Embedder } from "../contracts"
import { averageLinkage, type Dendrogram } from "../linkage/average-linkage"
import { pairDistances } from "../linkage/distances/cosine-distances"
import { type PackingRule, packingSteps } from "../packing/pack-batches"
import { nextTurn, runStepsYielding } from "../runtime/yield"
import type { VectorKernel } from "../vectors/kernel"

/** Characters of a text that place it among the others; embedders cut longer ones anyway. */
const CLUSTERING_CHARACTERS = 8_000

export interface RoundRequest {
  readonly texts: readonly string[]
  /** Sizes with frames. */
  readonly tokens: readonly number[]
  readonly budget: number
  readonly rule: PackingRule
  /** Undefined where similarity is not known. The kernel is made once a run, for all its rounds. */
  readonly clustering: { readonly embedder: Embedder; readonly kernel: VectorKernel } | undefined
  readonly countTokens: (text: string) => number
  readonly concurrency: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Which texts are merged with which in one round: a partition, similar ones together, each batch within the
 * budget. Without an embedder neighbours by position count as similar.
 */
export async function planRound(request: RoundRequest): Promise<readonly (readonly number[])[]> {
  const { tokens, budget, rule } = request
  const dendrogram = await dendrogramOf(request)
  await nextTurn()
  const batches = await runStepsYielding(packingSteps({ tokens, dendrogram, budget, rule }), request.signal)
  // What the bound on rounds rests on: of texts that fit two by two, at least a third goes each round.
  const smallOnly = tokens.every((size) => 2 * size <= budget)
  return smallOnly && batches.length > (2 * tokens.length + 1) / 3 ? packInOrder(tokens, budget) : batches
}

async function dendrogramOf(request: RoundRequest): Promise<Dendrogram> {
  const { texts, clustering, countTokens, concurrency, signal } = request
  if (clustering === undefined) return chain(texts.length)
  const vectors = await embedTexts({
    embedder: clustering.embedder,
    texts: texts.map((text) => text.slice(0, CLUSTERING_CHARACTERS).toWellFormed()),
    purpose: "clustering",
    countTokens,
    concurrency,
    signal,
  })
  return averageLinkage(await pairDistances(vectors, clustering.kernel, signal), { signal })
}

/** The balanced tree over positions: neighbours first. */
function chain(count: number): Dendrogram {
  const merges: [number, number, number][] = []
  let level = Array.from({ length: count }, (_, index) => index)
  for (let height = 1; level.length > 1; height++) {
    const next: number[] = []
    for (let at = 0; at < level.length; at += 2) {
      if (at + 1 === level.length) next.push(level[at]!)
      else next.push(count + merges.push([level[at]!, level[at + 1]!, height]) - 1)
    }
    level = next
  }
  return { merges }
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
