/**
 * Input tokens of the document agents, ours against `paperPreset`: one scripted agent that asks the same queries of the
 * same contracts and then reports, counted in cl100k_base over every message of every call.
 * Run: npx tsx test/bench/agent-tokens.bench.ts [--data FOLDER]
 */
import { parseArgs } from "node:util"
import type { SpdRagConfig } from "../../src"
import { countTokens, paperPreset, spdRag } from "../../src"
import { type Contract, contractDocument, coverageQuestions } from "../../src/evaluation"
import { offlineSynthesizer } from "../../src/offline"
import { fakeLLM, foundReply, maySearch, searchReply, turnOf } from "../../src/testing"
import { contractsOf } from "./cuad-data"
import { hashedWordsEmbedder } from "./hashed-words"

const CONTRACTS = 20
const plan = {
  tasks: coverageQuestions.map(({ question }) => question),
  synthesisDirective: "One row a contract.",
}
const { values } = parseArgs({ options: { data: { type: "string" } } })
const all = await contractsOf(values.data)
const sized = all.map((contract) => ({ contract, tokens: countTokens(contract.text) }))
const short = spread(sized.filter(({ tokens }) => tokens < 4_000))
const long = spread(sized.filter(({ tokens }) => tokens > 8_000))

/** Asks the queries, as many a turn as it may, and then finds nothing. It reports at once where it was shown the whole. */
function scriptedAgent(queries: readonly string[], perTurn: number) {
  return fakeLLM({
    countTokens,
    reply: (request) => {
      const asked = turnOf(request) * perTurn
      return asked < queries.length && maySearch(request)
        ? searchReply(...queries.slice(asked, asked + perTurn))
        : foundReply(...plan.tasks.map(() => undefined))
    },
  })
}

async function measure(
  contracts: readonly Contract[],
  queries: readonly string[],
  config: Partial<SpdRagConfig>,
) {
  const perTurn = config.agentOptions?.maxQueriesPerTurn ?? 3
  const rag = spdRag({
    ...config,
    llm: scriptedAgent(queries, perTurn),
    embedder: hashedWordsEmbedder(),
    coordinator: { plan: async () => plan },
    synthesizer: offlineSynthesizer(),
  })
  await rag.add(contracts.map(contractDocument))
  const { usage } = await rag.ask("Which terms do these contracts have?")
  return usage.byStage.agent!
}

const rows: Record<string, Record<string, number | undefined>> = {}
const ratios: { name: string; ratio: number; most: number | undefined }[] = []
const oneQuery = { agentOptions: { maxQueriesPerTurn: 1 } }
for (const { name, contracts, searches, most, config = {} } of [
  { name: "any length, 5 searches", contracts: spread(sized), searches: 5, most: 0.6 },
  { name: "any length, 2 searches", contracts: spread(sized), searches: 2, most: 0.6 },
  { name: "over 8,000 tokens, 5 searches", contracts: long, searches: 5, most: 0.6 },
  { name: "over 8,000 tokens, 2 searches", contracts: long, searches: 2, most: 0.6 },
  {
    name: "over 8,000 tokens, 5 searches, one a turn",
    contracts: long,
    searches: 5,
    config: oneQuery,
  },
  { name: "under 4,000 tokens, 2 searches", contracts: short, searches: 2, most: 0.4 },
]) {
  const queries = coverageQuestions.slice(0, searches).map(({ query }) => query)
  const chosen = contracts.map(({ contract }) => contract)
  const ours = await measure(chosen, queries, config)
  const published = await measure(chosen, queries, paperPreset)
  const ratio = ours.inputTokens / published.inputTokens
  ratios.push({ name, ratio, most })
  rows[name] = {
    "document tokens": Math.round(contracts.reduce((sum, { tokens }) => sum + tokens, 0) / contracts.length),
    "paperPreset tokens": Math.round(published.inputTokens / chosen.length),
    "paperPreset calls": published.calls / chosen.length,
    "our tokens": Math.round(ours.inputTokens / chosen.length),
    "our calls": ours.calls / chosen.length,
    ratio: Number(ratio.toFixed(3)),
    "at most": most,
  }
}
console.log(
  `Input tokens and calls of one document's agent, mean of ${CONTRACTS} contracts of CUAD, ${plan.tasks.length} tasks`,
)
console.table(rows)
for (const { name, ratio, most } of ratios) {
  if (most !== undefined && ratio > most) {
    console.log(`Missed: ${name}, ${ratio.toFixed(3)} where ${most} was to be reached.`)
    process.exitCode = 1
  }
}

/** So many of them, evenly over the list. */
function spread<T>(items: readonly T[]): readonly T[] {
  return Array.from({ length: CONTRACTS }, (_, at) => items[Math.floor((at * items.length) / CONTRACTS)]!)
}
