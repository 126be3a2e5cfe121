export type { CohereClient } from "./cohere-client"
export type { CohereConnectionOptions } from "./cohere-connection"
export { type CohereEmbedderOptions, cohereEmbedder } from "./cohere-embedder"
export { type CohereRerankerOptions, cohereReranker } from "./cohere-reranker"
