import { defaultOutputTokens } from "../../../calls/generate-json"
import type { ResolvedConfig } from "../../../config/resolve"
import { batchValues, mostRounds } from "../../../tables/resolve/by-model"
import { resolvingStage } from "../../table/resolve-rows"
import { nothing } from "../tally"
import type { Uses } from "../uses"

/** Rules and frame of a request, and a value of the longest that are shown. */
const ruleTokens = 500
const valueTokens = 200

/** What bringing together the values of so many columns may use: none where rules suffice. */
export function addResolving(
  uses: Uses,
  { columns, values }: { readonly columns: number; readonly values: number },
  config: ResolvedConfig,
): void {
  const stage = resolvingStage(config)
  const model = stage && config.llm[stage]
  if (stage === undefined || model === undefined || columns === 0 || values < 2) return
  const batches = Math.ceil(values / batchValues)
  const rounds = columns * (batches === 1 ? 1 : mostRounds)
  const calls = rounds * batches
  uses.add(stage === "synthesizer" ? "synthesis" : stage, model.modelId, nothing, {
    calls,
    inputTokens: calls * ruleTokens + rounds * values * valueTokens,
    outputTokens: calls * defaultOutputTokens(model.contextWindow),
  })
}
