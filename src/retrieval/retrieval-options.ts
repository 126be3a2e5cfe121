import { InvalidArgumentError } from "../errors"
import { type Check, type Checks, type Filled, group, optional } from "../runtime/check/options"
import { integerFrom, oneOf } from "../runtime/check/values"

/** `hybrid`: BM25 and dense by rank; `dense`: vectors alone, as published; `lexical`: BM25 alone, needs no embedder. */
export type RetrievalMode = "hybrid" | "dense" | "lexical"

/** How documents are divided and searched. */
export interface RetrievalOptions {
  /** Tokens a chunk may hold. @default 1_000 */
  readonly chunkTokens?: number | undefined
  /** Tokens that neighbouring chunks share. @default 250, or a quarter of `chunkTokens` where that is less */
  readonly overlapTokens?: number | undefined
  /** Candidates of one search. @default 15 */
  readonly topK?: number | undefined
  /** Passages of one search, after reranking. @default 5, or `topK` where that is less */
  readonly topN?: number | undefined
  /** @default "hybrid", or "lexical" without an embedder */
  readonly mode?: RetrievalMode | undefined
}

export type ResolvedRetrievalOptions = Filled<RetrievalOptions>

/** The part of them that a search needs. */
export type SearchDepth = Pick<RetrievalOptions, "topK" | "topN" | "mode">

export const depthChecks: Checks<SearchDepth> = {
  topK: optional(integerFrom(1)),
  topN: optional(integerFrom(1)),
  mode: optional(oneOf<RetrievalMode>("hybrid", "dense", "lexical")),
}

const retrievalChecks: Checks<RetrievalOptions> = {
  chunkTokens: optional(integerFrom(1)),
  overlapTokens: optional(integerFrom(0)),
  ...depthChecks,
}

/** Checked against each other too. */
export function retrievalOption(hasEmbedder: boolean): Check<ResolvedRetrievalOptions> {
  return (value, path) => {
    const given = group(retrievalChecks)(value, path)
    const { chunkTokens = 1_000, overlapTokens = Math.min(250, Math.floor(chunkTokens / 4)) } = given
    if (overlapTokens >= chunkTokens) {
      const expected = `an integer from 0 to ${chunkTokens - 1}`
      throw new InvalidArgumentError(`${path}.overlapTokens`, overlapTokens, expected)
    }
    return Object.freeze({ chunkTokens, overlapTokens, ...resolveDepth(given, hasEmbedder, `${path}.`) })
  }
}

/**
 * @param prefix of the options' paths
 * @throws InvalidArgumentError where two options contradict each other
 */
export function resolveDepth(
  options: SearchDepth,
  hasEmbedder: boolean,
  prefix: string,
): Filled<SearchDepth> {
  const { topK = 15, topN = Math.min(5, topK), mode = hasEmbedder ? "hybrid" : "lexical" } = options
  if (topN > topK) throw new InvalidArgumentError(`${prefix}topN`, topN, `at most topK (${topK})`)
  if (mode !== "lexical" && !hasEmbedder) {
    throw new InvalidArgumentError("embedder", undefined, `given, since ${prefix}mode is "${mode}"`)
  }
  return { topK, topN, mode }
}
