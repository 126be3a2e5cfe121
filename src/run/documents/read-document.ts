import { runDocumentAgent } from "../../agent/run-document-agent"
import type { DocumentAgentTask, Findings, Plan, StoredDocument } from "../../contracts"
import { LimitExceededError } from "../../errors"
import { bindSearch } from "../../retrieval/document-search"
import { storedDocumentData } from "../../runtime/check/data"
import { errorJSON } from "../../runtime/emit"
import type { RunContext } from "../run-context"
import { readWithOwnAgent } from "./own-agent"

/** Reads one document for a plan. */
export type ReadDocument = (
  context: RunContext,
  plan: Plan,
  document: StoredDocument,
  signal: AbortSignal,
) => Promise<Findings>

/** One document by its agent, the built-in one or the config's own. */
export const readDocument: ReadDocument = async (context, plan, document, signal) => {
  const { config } = context
  const task = agentTask(context, plan, document, signal)
  if (config.agent !== undefined) return readWithOwnAgent(config.agent, task)
  const { agentOptions, countTokens } = config
  return runDocumentAgent({ ...agentOptions, ...task, llm: context.llm("agent", document.id), countTokens })
}

/** What an agent is handed of its run. */
export function agentTask(
  context: RunContext,
  plan: Plan,
  document: StoredDocument,
  signal: AbortSignal,
): DocumentAgentTask {
  const { config, question } = context
  const { topK, topN, mode } = config.retrieval
  const settings = {
    // It comes from a store, which may be anybody's; plugs and depth are checked once for all documents.
    document: storedDocumentData(document, "document"),
    vectorStore: context.vectorStore,
    embedder: context.embedder("search", document.id),
    reranker: context.reranker(document.id),
    topK,
    topN,
    mode,
    onRerankError: (error: unknown) => {
      if (error instanceof LimitExceededError) throw error
      context.emit({ type: "search-error", documentId: document.id, query: "", error: errorJSON(error) })
      context.warn({
        code: "rerank-failed",
        message: "Reranking failed for a search; its passages kept the order before it.",
        documentIds: [document.id],
      })
    },
  }
  const search = bindSearch(settings, context.searches?.of(document))
  return { question, plan, document, search, ...context.stageRun("agent", signal, document.id) }
}
