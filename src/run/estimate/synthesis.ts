import type { ResolvedConfig } from "../../config/resolve"
import type { Embedder, LLM, Plan } from "../../contracts"
import type { MergeBudget } from "../../synthesis/budget"
import { budgetOf, fixedParts, mergeMessages, promptSize } from "../../synthesis/fixed-parts"
import type { MergeKind } from "../../synthesis/prompt"
import { above, below } from "./joints"
import type { Plans } from "./plans"
import { nothing, plus, type Use } from "./tally"

/** The shortest answer. */
const answerTokens = 1
/** What an answer is told of what stands in no finding. */
const tokensOfRemarks = 800

export interface SynthesisUse {
  readonly least: Use
  readonly most: Use
  /** Of the embedder that places similar findings together. */
  readonly clustering: Use
}

/** @param findings tokens of the findings of each document at most */
export function synthesisUse(
  question: string,
  plans: Plans,
  findings: readonly number[],
  config: ResolvedConfig,
): SynthesisUse {
  const llm = config.llm.synthesizer!
  const parts = partsOf(question, plans.most, llm, config)
  const { budget, full } = parts
  // Documents without an answer are named, within this share of a call.
  const remarkTokens = Math.min(Math.ceil(budget.callTokens / 20), 60 * (findings.length + 1))
  const rounds = roundsOf(findings, parts, config)
  const quotes = rounds.merges.calls === 0 ? 0 : rounds.quoteTokens
  const last = above(parts.last) + remarkTokens + Math.min(budget.textTokens, rounds.leftTokens + quotes)
  const lastUse = { calls: 1, inputTokens: Math.min(last, full), outputTokens: budget.outputTokens }
  // An answer that is asked for once more is told what it leaves out: findings, as far as the call has room for them.
  const again = { ...lastUse, inputTokens: Math.min(last + rounds.quoteTokens + tokensOfRemarks, full) }
  const small = partsOf(question, plans.least, llm, config)
  return {
    least: {
      calls: 1,
      inputTokens: below(small.last),
      outputTokens: answerTokens,
    },
    most: plus(plus(rounds.merges, lastUse), config.synthesis.mendAnswer ? again : nothing),
    clustering: rounds.clustering,
  }
}

interface Parts {
  readonly budget: MergeBudget
  /** The largest prompt. */
  readonly full: number
  /** Prompts without any text. */
  readonly between: number
  readonly last: number
}

/** Tokens of the prompts without any text, and what a call has room for beside them. */
function partsOf(question: string, plan: Plan, llm: LLM, { synthesis, countTokens }: ResolvedConfig): Parts {
  const { instructions } = synthesis
  const request = {
    question,
    directive: plan.synthesisDirective,
    tasks: plan.tasks,
    remarks: [],
    instructions,
    settings: synthesis,
    contextWindow: llm.contextWindow,
    countTokens,
    warn: () => {},
  }
  const fixed = fixedParts(request)
  const empty = { boundary: "00000000", texts: [], quotes: [] }
  const sizeOf = (kind: MergeKind) => promptSize(mergeMessages(fixed, kind, empty, 1), countTokens)
  const budget = budgetOf(fixed, request)
  const full = budget.callTokens - budget.outputTokens
  return { budget, full, between: above(sizeOf("between")), last: sizeOf("last") }
}

/** The merges before the last: as many as texts of these sizes can need. */
function roundsOf(
  findings: readonly number[],
  { budget: { textTokens, frameTokens, outputTokens }, between, full }: Parts,
  { embedder, synthesis }: ResolvedConfig,
) {
  const sizes = findings.map((tokens) => Math.min(tokens + frameTokens, textTokens))
  const quoteTokens = sizes.reduce((sum, size) => sum + size, 0)
  const largest = sizes.reduce((most, size) => Math.max(most, size), outputTokens + frameTokens)
  // Where two texts may be too large for one call, each is condensed by itself once.
  const condenses = quoteTokens > textTokens && 2 * largest > textTokens
  let count = sizes.length
  let total = quoteTokens
  let merges = condenses ? times(count, full, outputTokens) : nothing
  let clustering = nothing
  for (let round = 1; count > 1 && total > textTokens; round++) {
    // Of the batches that packing makes, no two fit one call; and each round leaves two thirds of the texts at most.
    const byTokens =
      synthesis.packing === "subtrees" || condenses ? count : Math.floor((2 * total) / textTokens) + 1
    const left = Math.max(1, Math.min(byTokens, Math.floor((2 * count + 1) / 3), count - 1))
    const calls = Math.min(left, Math.floor(count / 2))
    const texts = total + (round > 1 && synthesis.quotesInMerges ? quoteTokens : 0)
    const inputTokens = condenses ? calls * full : Math.min(calls * full, texts + calls * between)
    merges = plus(merges, { ...times(calls, 0, outputTokens), inputTokens })
    if (embedder !== undefined) clustering = plus(clustering, clusteringUse(embedder, count, total))
    count = left
    total = Math.min(total, count * largest)
  }
  return { merges, clustering, leftTokens: Math.min(total, textTokens), quoteTokens }
}

function times(calls: number, inputTokens: number, outputTokens: number): Use {
  return { calls, inputTokens: calls * inputTokens, outputTokens: calls * outputTokens }
}

function clusteringUse({ maxBatchSize, maxBatchTokens }: Embedder, texts: number, tokens: number): Use {
  const bySize = maxBatchSize === undefined ? 1 : Math.ceil(texts / maxBatchSize)
  // Of two batches in a row, one is more than half full.
  const byTokens = maxBatchTokens === undefined ? 0 : Math.ceil((2 * tokens) / maxBatchTokens)
  return { calls: Math.min(texts, bySize + byTokens), inputTokens: tokens, outputTokens: 0 }
}
