import { beforeAll, describe, expect, it } from "vitest"
import { coverageSystems } from "../../examples/evaluate/coverage-systems"
import {
  type CuadData,
  coverageQuestions,
  coverageTables,
  loadCuad,
  memoryRunLog,
  runCoverage,
  scoresOf,
} from "../../src/evaluation"
import { realData } from "./data"

const folder = realData()

describe.skipIf(folder === undefined)("coverage on 20 contracts (real data)", () => {
  let data: CuadData
  beforeAll(async () => {
    data = await loadCuad({
      folder,
      limit: 20,
      categories: coverageQuestions.map(({ category }) => category),
    })
  })

  it("reads every document, loses nothing in synthesis, and forges nothing, with the perfect reader", async () => {
    const systems = coverageSystems(data, "perfect")
    const records = await runCoverage({ data, questions: coverageQuestions, systems, log: memoryRunLog() })
    expect(records.filter(({ status }) => status === "failed")).toEqual([])
    for (const record of records) {
      const { before, after } = scoresOf(record)
      expect(before.factRecall - after.factRecall, `${record.system} ${record.id}`).toBe(0)
      expect(after.quoteValidity).toBe(1)
      expect(after.fabricationRate).toBe(0)
      if (record.system.startsWith("spd-rag")) expect(after.documentCoverage).toBe(1)
      // Without retrieval there is nothing that a perfect reader could miss.
      if (record.system.startsWith("full-context")) expect(after.rowsRight).toBe(1)
    }
    expect(coverageTables(records)).toContain("### Governing Law @ 20 documents")
  })

  it("counts a contract that can't be read in every row, by name", async () => {
    const [first, ...contracts] = data.contracts
    const broken = { contracts, unusable: [{ id: first?.id ?? "", reason: "no such file" }] }
    const systems = coverageSystems(broken, "offline").slice(0, 1)
    const questions = coverageQuestions.slice(0, 1)
    const [record] = await runCoverage({ data: broken, questions, systems, log: memoryRunLog() })
    expect(scoresOf(record as never).after.documentCoverage).toBe(19 / 20)
    expect(coverageTables([record as never])).toContain(`${first?.id}: no such file`)
  })
})
