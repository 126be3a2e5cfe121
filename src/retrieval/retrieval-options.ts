import { InvalidArgumentError } from "../errors"

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

export interface ResolvedRetrievalOptions {
  readonly chunkTokens: number
  readonly overlapTokens: number
  readonly topK: number
  readonly topN: number
  readonly mode: RetrievalMode
}

export function resolveRetrievalOptions(
  options: RetrievalOptions | undefined,
  hasEmbedder: boolean,
): ResolvedRetrievalOptions {
  const { chunkTokens: chunk = 1_000, topK: candidates = 15 } = options ?? {}
  const resolved = {
    chunkTokens: chunk,
    overlapTokens: options?.overlapTokens ?? Math.min(250, Math.floor(chunk / 4)),
    topK: candidates,
    topN: options?.topN ?? Math.min(5, candidates),
    mode: options?.mode ?? (hasEmbedder ? ("hybrid" as const) : ("lexical" as const)),
  }
  for (const name of ["chunkTokens", "topK", "topN"] as const) {
    if (!Number.isInteger(resolved[name]) || resolved[name] < 1) {
      throw new InvalidArgumentError(`retrieval.${name}`, resolved[name], "an integer from 1 up")
    }
  }
  const { overlapTokens, chunkTokens, topK, topN, mode } = resolved
  if (!Number.isInteger(overlapTokens) || overlapTokens < 0 || overlapTokens >= chunkTokens) {
    throw new InvalidArgumentError(
      "retrieval.overlapTokens",
      overlapTokens,
      `an integer from 0 to ${chunkTokens - 1}`,
    )
  }
  if (topN > topK) throw new InvalidArgumentError("retrieval.topN", topN, `at most topK (${topK})`)
  if (mode !== "hybrid" && mode !== "dense" && mode !== "lexical") {
    throw new InvalidArgumentError("retrieval.mode", mode, '"hybrid", "dense" or "lexical"')
  }
  if (mode !== "lexical" && !hasEmbedder) {
    throw new InvalidArgumentError("embedder", undefined, `given, since retrieval.mode is "${mode}"`)
  }
  return resolved
}
