import { memoryVectorStore } from "spd-rag/memory"
import { describe, expect, it } from "vitest"
import {
  type CuadData,
  contractTablesReport,
  type GoldFact,
  loadCuad,
  runContractTables,
  runTableAnswers,
  tableAnswersReport,
} from "../../src/evaluation"
import { realData } from "./data"

const fact = (text: string, clause: string, answer: string, iso?: string): GoldFact => {
  const start = text.indexOf(clause)
  return { present: start >= 0, answer, iso, occurrences: start < 0 ? [] : [[start, start + clause.length]] }
}
const contract = (id: string, law: string, iso: string | undefined, capped: boolean) => {
  const text = `Agreement ${id}, made ${iso ?? "some day"}.\n\n${"Filling words stand here. ".repeat(40)}\n\nThe laws of ${law} govern. ${capped ? "Liability is capped." : ""}`
  const facts: [string, GoldFact][] = [
    ["Governing Law", fact(text, `The laws of ${law} govern.`, law)],
    ["Agreement Date", fact(text, iso === undefined ? "never" : `made ${iso}`, iso ?? "", iso)],
    ["Cap On Liability", fact(text, "Liability is capped.", capped ? "Yes" : "No")],
  ]
  return { id, text, facts: new Map(facts) }
}
const data: CuadData = {
  contracts: [
    contract("a", "New York", "2001-02-03", true),
    contract("b", "Ohio", "1999-05-06", false),
    contract("c", "New York", undefined, true),
  ],
  unusable: [],
}

describe("tables of contracts", () => {
  it("every row is there, every quote stands at its place, every query gives what the data say", async () => {
    const scores = await runContractTables({
      data,
      budgets: [4_000, 750_000],
      vectorStore: memoryVectorStore(),
    })
    expect(scores).toHaveLength(2)
    for (const score of scores) {
      expect(score).toMatchObject({
        contracts: 3,
        rows: 3,
        lost: 0,
        cells: 21,
        wrongCells: 0,
        quotes: 7,
        wrongQuotes: 0,
      })
      for (const { got, expected, traced } of score.queries) expect([got, traced]).toEqual([expected, true])
      expect(score.queries.slice(-3).map(({ got }) => got)).toEqual([
        "2",
        "New York: 2; Ohio: 1",
        "1999-05-06",
      ])
    }
    expect(contractTablesReport(scores)).toContain("| 4000 | 3 | 3 | 0 | 21 | 0 | 7 | 0 | 4 of 4 |")
  })

  it("the final text of `ask` has every line of the result with its sources, and no figure that is not in it", async () => {
    const scores = await runTableAnswers({
      data,
      budgets: [4_000, 750_000],
      vectorStore: memoryVectorStore(),
    })
    expect(scores.map(({ lines }) => lines)).toEqual([3, 1, 2, 1, 3, 1, 2, 1])
    for (const score of scores)
      expect(score).toMatchObject({ rows: 3, lostLines: 0, wrongFigures: 0, uncited: 0 })
    expect(tableAnswersReport(scores)).toContain("| 4000 | 3 | 3 | 0 | 0 | 0 |")
  })

  const folder = realData()
  it.skipIf(folder === undefined)("so for contracts of CUAD", async () => {
    const cuad = await loadCuad({ folder, limit: 12 })
    const [score] = await runContractTables({
      data: cuad,
      budgets: [4_000],
      vectorStore: memoryVectorStore(),
    })
    expect(score).toMatchObject({ rows: 12, lost: 0, wrongCells: 0, wrongQuotes: 0 })
    for (const { got, expected, traced } of score!.queries) expect([got, traced]).toEqual([expected, true])
  })
})
