import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { contractTablesReport, loadCuad, runContractTables } from "spd-rag/evaluation"
import { memoryVectorStore } from "spd-rag/memory"

/** The budgets of tokens of the paper's ablation, and its own. */
const budgets = [4_000, 16_000, 750_000]

/** Makes the table of all contracts by a reader without a fault and compares what it is asked with the data. */
export async function evaluateTables(options: {
  readonly data: string
  readonly out: string
  readonly limit: number | undefined
}): Promise<void> {
  const data = await loadCuad({ folder: options.data, limit: options.limit })
  const scores = await runContractTables({ data, budgets, vectorStore: memoryVectorStore() })
  const report = contractTablesReport(scores)
  await writeFile(join(options.out, "tables.md"), `${report}\n`)
  console.log(report)
}
