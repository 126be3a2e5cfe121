import { defaultOutputTokens } from "../../calls/generate-json"
import { withInstructions } from "../../calls/instructions"
import type { ResolvedConfig } from "../../config/resolve"
import type { ResolvedAsk } from "../../config/resolve-ask"
import type { StoredDocument } from "../../contracts"
import { COORDINATOR_PROMPT, questionMessage } from "../../coordinator/prompt"
import type { Steps } from "../../runtime/yield"
import { agentEstimator } from "./agents"
import { above, below } from "./joints"
import { plansOf } from "./plans"
import { searchUse } from "./searches"
import { synthesisUse } from "./synthesis"
import { nothing } from "./tally"
import { Uses } from "./uses"

/** What an answer in words may use: a plan, one agent a document, merges. */
export function* proseUses(
  { question, plan, routing }: ResolvedAsk,
  filled: readonly StoredDocument[],
  config: ResolvedConfig,
): Steps<Uses> {
  const plans = plansOf(plan)
  const uses = new Uses()
  if (plan === undefined) {
    if (config.coordinator === undefined) {
      addPlanning(uses, config.coordinatorOptions.prompt ?? COORDINATOR_PROMPT, question, 1, config)
    } else uses.notEstimated.add("coordinator")
  }
  const search = searchUse(plans, routing !== false && filled.length > 0, config)
  for (const { modelId, least, most } of search.routing) uses.add("search", modelId, least, most)
  const findings: number[] = []
  if (config.agent === undefined) {
    const useOf = agentEstimator(question, plans, config)
    for (const document of filled) {
      yield
      const { least, most, searches, findingTokens } = useOf(document)
      uses.add("agent", config.llm.agent!.modelId, routing === false ? least : nothing, most)
      for (const use of search.of(searches)) uses.add("search", use.modelId, use.least, use.most)
      findings.push(findingTokens)
    }
  } else {
    uses.notEstimated.add("agent").add("search")
    for (const { tokens } of filled) findings.push(2 * tokens)
  }
  if (config.synthesizer === undefined) {
    const { least, most, clustering } = synthesisUse(question, plans, findings, config)
    uses.add("synthesis", config.llm.synthesizer!.modelId, routing === false ? least : nothing, most)
    if (config.embedder !== undefined) uses.add("synthesis", config.embedder.modelId, nothing, clustering)
  } else uses.notEstimated.add("synthesis")
  return uses
}

/** @param mostCalls that the coordinator may make of such a prompt; it makes one */
export function addPlanning(
  uses: Uses,
  prompt: string,
  question: string,
  mostCalls: number,
  { llm, coordinatorOptions, countTokens }: ResolvedConfig,
): void {
  const model = llm.coordinator!
  const rules = withInstructions(prompt, coordinatorOptions.instructions)
  const input = countTokens(rules) + countTokens(questionMessage(question))
  const outputTokens = coordinatorOptions.maxOutputTokens ?? defaultOutputTokens(model.contextWindow)
  uses.add(
    "coordinator",
    model.modelId,
    { calls: 1, inputTokens: below(input), outputTokens: 1 },
    { calls: mostCalls, inputTokens: mostCalls * above(input), outputTokens: mostCalls * outputTokens },
  )
}
