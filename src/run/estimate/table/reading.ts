import type { ResolvedConfig } from "../../../config/resolve"
import type { ResolvedAsk } from "../../../config/resolve-ask"
import type { StoredDocument } from "../../../contracts"
import type { Steps } from "../../../runtime/yield"
import { tablePlan } from "../../../tables/table-plan"
import type { AgentUse } from "../agents"
import { searchUse } from "../searches"
import { higher, lower, nothing } from "../tally"
import type { Uses } from "../uses"
import { manyRowsEstimator, oneRowEstimator, type RowAsks, rowTokens } from "./rows"

/** What the agents of a table may use, and how much they may find. */
export function* addReading(
  uses: Uses,
  asks: RowAsks,
  routing: ResolvedAsk["routing"],
  filled: readonly StoredDocument[],
  config: ResolvedConfig,
): Steps<{ readonly rows: number; readonly findingTokens: number }> {
  const plans = { least: tablePlan(asks.least.task.columns), most: tablePlan(asks.most.task.columns) }
  const search = searchUse(plans, routing !== false && filled.length > 0, config)
  for (const { modelId, least, most } of search.routing) uses.add("search", modelId, least, most)
  if (config.agent !== undefined) uses.notEstimated.add("agent").add("search")
  const useOf = config.agent === undefined ? estimatorOf(asks, config) : undefined
  let rows = 0
  let findingTokens = 0
  for (const document of filled) {
    yield
    rows += asks.most.task.rows === "many" ? Math.ceil(document.tokens / rowTokens) : 1
    if (useOf === undefined) {
      findingTokens += 2 * document.tokens
      continue
    }
    const { least, most, searches, ...use } = useOf(document)
    uses.add("agent", config.llm.agent!.modelId, routing === false ? least : nothing, most)
    for (const { modelId, least, most } of search.of(searches)) uses.add("search", modelId, least, most)
    findingTokens += use.findingTokens
  }
  return { rows, findingTokens }
}

/** Either way where it is open whether a document has one row or many. */
function estimatorOf(asks: RowAsks, config: ResolvedConfig): (document: StoredDocument) => AgentUse {
  const isOne = asks.least.task.rows === "document"
  const isMany = asks.most.task.rows === "many"
  if (!isMany) return oneRowEstimator(asks, config)
  if (!isOne) return manyRowsEstimator(asks, config)
  const [one, many] = [oneRowEstimator(asks, config), manyRowsEstimator(asks, config)]
  return (document) => {
    const [a, b] = [one(document), many(document)]
    return {
      least: lower(a.least, b.least),
      most: higher(a.most, b.most),
      searches: Math.max(a.searches, b.searches),
      largestInput: Math.max(a.largestInput, b.largestInput),
      findingTokens: Math.max(a.findingTokens, b.findingTokens),
    }
  }
}
