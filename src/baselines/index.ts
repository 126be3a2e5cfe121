/**
 * The systems that the paper compares with: full context, normal RAG and agentic RAG.
 *
 * @module spd-rag/baselines
 */
export { type AgenticRagConfig, agenticRag } from "./agentic-rag"
export type { Baseline } from "./baseline"
export { type FullContextConfig, fullContext } from "./full-context"
export { type NormalRagConfig, normalRag } from "./normal-rag"
