import { defaultOutputTokens } from "../../calls/generate-json"
import { withInstructions } from "../../calls/instructions"
import type { ResolvedConfig } from "../../config/resolve"
import { checkProse, type ResolvedAsk } from "../../config/resolve-ask"
import type { Estimate, Stage } from "../../contracts"
import { COORDINATOR_PROMPT, questionMessage } from "../../coordinator/prompt"
import { runStepsYielding, type Steps } from "../../runtime/yield"
import { countTokens, loadTokenCounter } from "../../tokens/count-tokens"
import type { AddFailures } from "../add-failures"
import { checkBeforePaying } from "../ask-question"
import { policePlugs } from "../policed-plugs"
import { type AskedDocument, selectDocuments } from "../select-documents"
import { agentEstimator } from "./agents"
import { above, below } from "./joints"
import { plansOf } from "./plans"
import { searchUse } from "./searches"
import { synthesisUse } from "./synthesis"
import { createTally, NOTHING, type Tally } from "./tally"

/** Reads the list of documents from the store, and nothing else: no call of a model is made. */
export async function estimateQuestion(
  ask: ResolvedAsk,
  config: ResolvedConfig,
  failures: AddFailures,
): Promise<Estimate> {
  const { signal } = ask
  signal?.throwIfAborted()
  checkProse(ask, "an estimate does not know the calls of a table")
  if (config.countTokens === countTokens) await loadTokenCounter(signal)
  checkBeforePaying(ask.question, config)
  const { store } = policePlugs(config, {}, () => {})
  const asked = await selectDocuments(store("search"), ask, config.concurrency, signal, failures)
  return runStepsYielding(estimateSteps(ask, asked, config), signal)
}

function* estimateSteps(
  ask: ResolvedAsk,
  asked: readonly AskedDocument[],
  config: ResolvedConfig,
): Steps<Estimate> {
  const { question, plan, routing } = ask
  const plans = plansOf(plan)
  const tally = createTally(config.prices ?? {})
  const notEstimated: Stage[] = []
  const filled = asked.flatMap(({ stored }) =>
    stored !== undefined && stored.chunkCount > 0 ? [stored] : [],
  )
  if (plan === undefined) {
    if (config.coordinator === undefined) addPlanning(tally, question, config)
    else notEstimated.push("coordinator")
  }
  const search = searchUse(plans, routing !== false && filled.length > 0, config)
  for (const { modelId, least, most } of search.routing) tally.add("search", modelId, least, most)
  const findings: number[] = []
  if (config.agent === undefined) {
    const useOf = agentEstimator(question, plans, config)
    for (const document of filled) {
      yield
      const { least, most, searches, findingTokens } = useOf(document)
      tally.add("agent", config.llm.agent!.modelId, routing === false ? least : NOTHING, most)
      for (const use of search.of(searches)) tally.add("search", use.modelId, use.least, use.most)
      findings.push(findingTokens)
    }
  } else {
    notEstimated.push("agent", "search")
    for (const { tokens } of filled) findings.push(2 * tokens)
  }
  if (config.synthesizer === undefined) {
    const { least, most, clustering } = synthesisUse(question, plans, findings, config)
    tally.add("synthesis", config.llm.synthesizer!.modelId, routing === false ? least : NOTHING, most)
    if (config.embedder !== undefined) tally.add("synthesis", config.embedder.modelId, NOTHING, clustering)
  } else notEstimated.push("synthesis")
  return {
    documents: {
      asked: asked.length,
      read: { least: routing === false ? filled.length : 0, most: filled.length },
      tokens: filled.reduce((sum, { tokens }) => sum + tokens, 0),
    },
    ...tally.totals(),
    byStage: tally.byStage(),
    unpricedModels: tally.unpricedModels(),
    notEstimated,
  }
}

function addPlanning(tally: Tally, question: string, config: ResolvedConfig): void {
  const { llm, coordinatorOptions, countTokens } = config
  const { prompt = COORDINATOR_PROMPT, instructions } = coordinatorOptions
  const model = llm.coordinator!
  const input = countTokens(withInstructions(prompt, instructions)) + countTokens(questionMessage(question))
  const outputTokens = coordinatorOptions.maxOutputTokens ?? defaultOutputTokens(model.contextWindow)
  tally.add(
    "coordinator",
    model.modelId,
    { calls: 1, inputTokens: below(input), outputTokens: 1 },
    { calls: 1, inputTokens: above(input), outputTokens },
  )
}
