import { agentPrompt } from "../../agent/prompt"
import type { ResolvedConfig } from "../../config/resolve"
import { digestOf } from "../wire/digest"

/**
 * What determines the findings of a config's agents beside question, plan and document. Of an agent of one's own
 * nothing is known but that it is one.
 */
export function fingerprintOf(config: ResolvedConfig): Promise<string> {
  const { llm, agent, agentOptions, embedder, reranker } = config
  const { topK, topN, mode } = config.retrieval
  const own = agent !== undefined
  return digestOf({
    own,
    model: own ? null : named(llm.agent!),
    contextWindow: own ? null : llm.agent!.contextWindow,
    agentOptions: own ? null : agentOptions,
    rules: own ? null : [agentPrompt("whole-document"), agentPrompt(agentOptions)],
    retrieval: { topK, topN, mode },
    embedder: embedder && { ...named(embedder), dimensions: embedder.dimensions },
    reranker: reranker && named(reranker),
  })
}

function named({
  modelId,
  fingerprint,
}: {
  readonly modelId: string
  readonly fingerprint?: string | undefined
}) {
  return { modelId, fingerprint }
}
