/**
 * Embedders and rerankers of Cohere, by `cohere-ai`.
 *
 * @module spd-rag/cohere
 */
export type { CohereClient } from "./client"
export type { CohereConnectionOptions } from "./connection"
export { type CohereEmbedderOptions, cohereEmbedder } from "./embedder"
export { type CohereRerankerOptions, cohereReranker } from "./reranker"
