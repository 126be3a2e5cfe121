import type { ResolvedConfig } from "../../config/resolve"
import type { Estimate, StoredDocument } from "../../contracts"
import type { AskedDocument } from "../documents/select-documents"
import { createTally } from "./tally"
import type { Uses } from "./uses"

/** The documents with text, which an agent reads. */
export function filledOf(asked: readonly AskedDocument[]): readonly StoredDocument[] {
  return asked.flatMap(({ stored }) => (stored !== undefined && stored.chunkCount > 0 ? [stored] : []))
}

/** The figures, priced. */
export function estimateOf(
  uses: Uses,
  asked: readonly AskedDocument[],
  readsAll: boolean,
  { prices = {} }: ResolvedConfig,
): Estimate {
  const filled = filledOf(asked)
  const tally = createTally(prices)
  for (const { stage, modelId, least, most } of uses.all()) tally.add(stage, modelId, least, most)
  return {
    documents: {
      asked: asked.length,
      read: { least: readsAll ? filled.length : 0, most: filled.length },
      tokens: filled.reduce((sum, { tokens }) => sum + tokens, 0),
    },
    ...tally.totals(),
    byStage: tally.byStage(),
    unpricedModels: tally.unpricedModels(),
    notEstimated: [...uses.notEstimated],
  }
}
