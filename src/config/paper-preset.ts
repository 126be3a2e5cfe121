import { SYNTHESIS_PROMPT } from "../synthesis/prompt"
import type { SpdRagConfig } from "./options"

/**
 * The published method as it is, to measure against: parameters of arXiv 2603.08329, dense search, one query a
 * turn, every passage sent each time, every document read, whole subtrees as batches, "not found" reports merged like any other. Spread
 * it into a config: `spdRag({ ...paperPreset, llm, embedder, reranker })`.
 */
export const paperPreset: Pick<SpdRagConfig, "retrieval" | "routing" | "agentOptions" | "synthesis"> = {
  retrieval: { chunkTokens: 1_000, overlapTokens: 250, topK: 15, topN: 5, mode: "dense" },
  routing: false,
  agentOptions: {
    maxSearches: 5,
    maxQueriesPerTurn: 1,
    readWholeTokens: 0,
    repeatPassages: true,
    temperature: 0,
  },
  synthesis: {
    maxBatchTokens: 750_000,
    packing: "subtrees",
    compactNotFound: false,
    quotesInMerges: true,
    mendAnswer: false,
    prompt: SYNTHESIS_PROMPT,
    temperature: 0,
  },
}
