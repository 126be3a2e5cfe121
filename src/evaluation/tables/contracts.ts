import type { QueryResult, TableData, VectorStore } from "../../contracts"
import { spdRag } from "../../spd-rag"
import { queryRows } from "../../tables/query"
import { type CuadData, contractDocument } from "../coverage/cuad"
import { contractColumns, contractFacts, goldValue } from "./contract-columns"
import { tableReader } from "./table-reader"

/** The contracts, the budgets, and the store. */
export interface RunContractTablesOptions {
  readonly data: CuadData
  /** Tokens of a merge; a table has none, so its rows must be the same at each. */
  readonly budgets: readonly number[]
  readonly vectorStore: VectorStore
  readonly signal?: AbortSignal | undefined
}

/** One thing that a table is asked, and what the data say. */
export interface CheckedQuery {
  readonly name: string
  readonly sql: string
  readonly expected: string
  readonly got: string
  /** True where each row of the result names the contracts behind it, and their number is right. */
  readonly traced: boolean
}

/** How the table of one budget agrees with what lawyers marked. */
export interface ContractTableScore {
  readonly budget: number
  readonly contracts: number
  readonly rows: number
  /** Contracts without exactly one row. */
  readonly lost: number
  readonly cells: number
  /** Found cells whose value is not the lawyers'. */
  readonly wrongCells: number
  readonly quotes: number
  /** Quotes that are not, word for word, at their place in the contract. */
  readonly wrongQuotes: number
  readonly queries: readonly CheckedQuery[]
}

/** Makes the table of all contracts by a reader without a fault, at each budget, and asks it what the data tell too. */
export async function runContractTables(
  options: RunContractTablesOptions,
): Promise<readonly ContractTableScore[]> {
  const { data, budgets, vectorStore, signal } = options
  const scores: ContractTableScore[] = []
  for (const budget of budgets) {
    const rag = spdRag({
      vectorStore,
      agent: tableReader(data),
      // Never called: a table of an agent of one's own needs no model.
      llm: {
        modelId: "none",
        contextWindow: budget,
        generate: () => Promise.reject(new Error("A model was called.")),
      },
      synthesis: { maxBatchTokens: budget },
    })
    await rag.add(data.contracts.map(contractDocument), { signal })
    const table = await rag.table({ columns: contractColumns, signal })
    scores.push({ budget, ...scoreTable(data, table), queries: await askAll(data, table, signal) })
  }
  return scores
}

function scoreTable(
  data: CuadData,
  { rows }: TableData<object>,
): Omit<ContractTableScore, "budget" | "queries"> {
  const score = { cells: 0, wrongCells: 0, quotes: 0, wrongQuotes: 0 }
  const rowsOf = new Map<string, number>()
  const contracts = new Map(data.contracts.map((contract) => [contract.id, contract]))
  for (const { documentId, cells } of rows) {
    rowsOf.set(documentId, (rowsOf.get(documentId) ?? 0) + 1)
    const { facts, text } = contracts.get(documentId)!
    for (const column of contractFacts) {
      const cell = cells[column.name]!
      score.cells++
      if ((cell.status === "found" ? cell.value : undefined) !== goldValue(facts, column)) score.wrongCells++
      score.quotes += cell.quotes.length
      score.wrongQuotes += cell.quotes.filter(
        (quote) => text.slice(quote.start, quote.end) !== quote.text,
      ).length
      if (cell.status === "found" && cell.quotes.length === 0) score.wrongQuotes++
    }
  }
  const lost = data.contracts.filter(({ id }) => rowsOf.get(id) !== 1).length
  return { contracts: data.contracts.length, rows: rows.length, lost, ...score }
}

type Expected = readonly (readonly [value: string | number, contracts: number])[]

async function askAll(
  data: CuadData,
  table: TableData<object>,
  signal: AbortSignal | undefined,
): Promise<readonly CheckedQuery[]> {
  const columnOf = (name: string) => {
    const column = contractFacts.find((fact) => fact.name === name)!
    return data.contracts.map(({ facts }) => goldValue(facts, column)).filter((value) => value !== undefined)
  }
  const laws = new Map<string, number>()
  for (const law of columnOf("law")) laws.set(String(law), (laws.get(String(law)) ?? 0) + 1)
  const groups = [...laws].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const earliest = columnOf("agreementDate").map(String).sort()[0]
  const newYork = laws.get("New York") ?? 0
  const questions: readonly (readonly [name: string, sql: string, expected: Expected])[] = [
    [
      contractFacts.map(({ category }) => category).join(", "),
      contractFacts
        .map(({ name }) => `SELECT COUNT(*) FROM rows WHERE "${name}" IS NOT NULL`)
        .join(" UNION ALL "),
      contractFacts.map(({ name }) => [columnOf(name).length, columnOf(name).length] as const),
    ],
    ["New York law", "SELECT COUNT(*) FROM rows WHERE law = 'New York'", [[newYork, newYork]]],
    [
      "Groups by law",
      "SELECT law || ': ' || COUNT(*) FROM rows WHERE law IS NOT NULL GROUP BY law ORDER BY COUNT(*) DESC, law",
      groups.map(([law, count]) => [`${law}: ${count}`, count] as const),
    ],
    [
      "Earliest agreement",
      "SELECT MIN(agreementDate) FROM rows",
      earliest === undefined ? [] : [[earliest, 1]],
    ],
  ]
  const checked: CheckedQuery[] = []
  for (const [name, sql, expected] of questions) {
    const result = await queryRows({ sql, columns: table.columns, rows: table.rows, signal })
    checked.push({ name, sql, ...compare(result, expected) })
  }
  return checked
}

function compare(result: QueryResult, expected: Expected): Pick<CheckedQuery, "expected" | "got" | "traced"> {
  const traced =
    result.traced && result.rows.every(({ documentIds }, at) => documentIds.length === expected[at]?.[1])
  const values = (all: readonly unknown[]) => all.map(String).join("; ")
  return {
    expected: values(expected.map(([value]) => value)),
    got: values(result.rows.map((row) => row.values[0])),
    traced,
  }
}
