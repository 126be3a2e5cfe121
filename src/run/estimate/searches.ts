import type { ResolvedConfig } from "../../config/resolve"
import type { Plans } from "./plans"
import { nothing, type Use } from "./tally"

/** Tokens of a query: the agents are asked for short ones. */
const queryTokens = 100
/** Rerankers bill texts by pieces of this length, a hundred a unit. */
const billedTokens = 500
const textsPerUnit = 100

/** What searches use of one model. */
export interface SearchUse {
  readonly modelId: string
  readonly least: Use
  readonly most: Use
}

export interface SearchUses {
  /** Of the search for documents that are worth reading. */
  readonly routing: readonly SearchUse[]
  /** Of an agent that makes so many searches at most, and perhaps none. */
  of(searches: number): readonly SearchUse[]
}

export function searchUse(plans: Plans, routes: boolean, config: ResolvedConfig): SearchUses {
  const { retrieval, reranker, countTokens } = config
  const embedder = retrieval.mode === "lexical" ? undefined : config.embedder
  const { topK, chunkTokens } = retrieval
  const tasks = plans.most.tasks
  return {
    routing:
      embedder === undefined || !routes
        ? []
        : [
            {
              modelId: embedder.modelId,
              least: { calls: 1, inputTokens: 1, outputTokens: 0 },
              most: {
                calls: tasks.length,
                inputTokens: tasks.reduce((sum, task) => sum + countTokens(task) + 1, 0),
                outputTokens: 0,
              },
            },
          ],
    of(searches) {
      const uses: SearchUse[] = []
      const calls = { calls: searches, outputTokens: 0 }
      if (embedder !== undefined) {
        const most = { ...calls, inputTokens: searches * queryTokens }
        uses.push({ modelId: embedder.modelId, least: nothing, most })
      }
      if (reranker !== undefined) {
        const inputTokens = searches * (queryTokens + topK * chunkTokens)
        const pieces = topK * Math.ceil(chunkTokens / billedTokens)
        const billedUnits = searches * Math.ceil(pieces / textsPerUnit)
        uses.push({ modelId: reranker.modelId, least: nothing, most: { ...calls, inputTokens, billedUnits } })
      }
      return uses
    },
  }
}
