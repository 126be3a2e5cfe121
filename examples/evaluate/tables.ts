import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import {
  contractTablesReport,
  financialTablesReport,
  loadCuad,
  loadLoong,
  runContractTables,
  runFinancialTables,
  runTableAnswers,
  tableAnswersReport,
} from "spd-rag/evaluation"
import { memoryVectorStore } from "spd-rag/memory"

/** The budgets of tokens of the paper's ablation, and its own. */
const budgets = [4_000, 16_000, 750_000]

/**
 * Makes the table of all contracts by a reader without a fault and compares what it is asked with the data; asks questions
 * that are answered by it, at each budget; answers Loong's
 * financial questions by queries over given cells.
 */
export async function evaluateTables(options: {
  readonly data: string
  readonly out: string
  readonly limit: number | undefined
}): Promise<void> {
  const { data: folder, limit, out } = options
  const contracts = await loadCuad({ folder, limit })
  const vectorStore = memoryVectorStore()
  const scores = await runContractTables({ data: contracts, budgets, vectorStore })
  const asked = await runTableAnswers({ data: contracts, budgets, vectorStore })
  const { instances } = await loadLoong({ folder, set: 4, type: "financial" })
  const answers = await runFinancialTables(instances.slice(0, limit))
  const report = [
    contractTablesReport(scores),
    tableAnswersReport(asked),
    financialTablesReport(answers),
  ].join("\n\n")
  await writeFile(join(out, "tables.md"), `${report}\n`)
  console.log(report)
}
