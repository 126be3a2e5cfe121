import type { ResolvedConfig } from "../config/resolve"
import type { ResolvedAsk } from "../config/resolve-ask"
import type { Answer } from "../contracts/answer"
import { InvalidArgumentError } from "../errors"
import { checkMergeBudget } from "../synthesis/prepare-texts"
import { loadTokenCounter } from "../tokens/default-counter"
import { readDocuments } from "./documents/read-documents"
import { routeDocuments } from "./documents/route-documents"
import { makePlan } from "./make-plan"
import { runQuestion } from "./run-question"
import { synthesize } from "./synthesize"
import type { AddFailures } from "./warnings/add-failures"
import { checkFound } from "./warnings/check-found"
import { placeRefusedQuotes } from "./warnings/misplaced-quotes"

/** One run: plan, read, synthesize; or plan a table, read, compute. */
export async function askQuestion(
  ask: ResolvedAsk,
  config: ResolvedConfig,
  failures: AddFailures,
): Promise<Answer> {
  await loadTokenCounter(config.countTokens, ask.signal)
  checkBeforePaying(ask.question, config)
  return runQuestion(ask, config, failures, async (context, asked, keep) => {
    await config.agent?.ready?.({ signal: context.signal })
    if (ask.mode !== "prose") {
      // Loaded on first use, as for `table`.
      const { answerByTable } = await import("./table/answer-by-table")
      const byTable = await answerByTable(context, asked, keep, ask.mode === "auto")
      if (byTable !== undefined) return byTable
    }
    const plan = await makePlan(context)
    const routed = await routeDocuments(context, plan, asked)
    const read = await readDocuments(context, plan, routed, keep)
    const outcomes = await placeRefusedQuotes(context, routed, read)
    keep(() => outcomes)
    checkFound(context, outcomes)
    const synthesis = await synthesize(context, plan, outcomes)
    return { plan, outcomes, synthesis }
  })
}

/** @throws InvalidArgumentError for windows and budgets that question and rules leave no room in */
export function checkBeforePaying(question: string, config: ResolvedConfig): void {
  if (config.synthesizer === undefined) {
    checkMergeBudget(question, config.llm.synthesizer!, config.synthesis, config.countTokens)
  }
  checkInstructions(config)
}

/** Checks before any paid call that the user's own rules leave a window room for the rest. */
function checkInstructions({ llm, coordinatorOptions, agentOptions, countTokens }: ResolvedConfig): void {
  const stages = { coordinator: coordinatorOptions, agent: agentOptions }
  for (const stage of ["coordinator", "agent"] as const) {
    const { instructions } = stages[stage]
    const model = llm[stage]
    if (instructions === undefined || model === undefined) continue
    const most = Math.floor(model.contextWindow / 2)
    if (countTokens(instructions) > most) {
      const expected = `at most ${most} tokens, half of the window of ${model.modelId}`
      throw new InvalidArgumentError("config.instructions", instructions, expected)
    }
  }
}
