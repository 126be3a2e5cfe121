import { spdRag } from "spd-rag"
import { beforeAll, describe, expect, it } from "vitest"
import {
  type LoongData,
  loadLoong,
  loongTables,
  memoryRunLog,
  runLoong,
  scoreMechanically,
  seededRandom,
  summarizeLoong,
  titleMatch,
  titleMatchStages,
} from "../../src/evaluation"
import { realData } from "./data"

const folder = realData()

describe.skipIf(folder === undefined)("the title-match reader through the whole pipeline (real data)", () => {
  let data: LoongData
  beforeAll(async () => {
    data = await loadLoong({ folder, set: 4, type: "paper", level: 3 })
  })

  it("answers every instance as the reader alone does", async () => {
    for (const instance of data.instances) {
      const documents = await data.readDocuments(instance)
      const titles = documents.map(({ title }) => title as string)
      const retrieval = { chunkTokens: 20_000, overlapTokens: 0 }
      const countTokens = (text: string) => Math.ceil(text.length / 4)
      const rag = spdRag({ ...titleMatchStages(instance, titles), retrieval, countTokens })
      await rag.add(documents)
      const answer = await rag.ask(instance.prompt)
      expect(answer.documents).toHaveLength(instance.documents.length)
      expect(scoreMechanically(instance, answer.text), instance.id).toEqual(
        scoreMechanically(instance, titleMatch(instance, documents)),
      )
    }
  })

  it("runs as a benchmark of its own, with every table", async () => {
    const limited = { ...data, instances: data.instances.slice(0, 3) }
    const [instance] = limited.instances
    const titles = (await data.readDocuments(instance as never)).map(({ title }) => title as string)
    const create = () => spdRag({ ...titleMatchStages(instance as never, titles) })
    const records = await runLoong({
      data: limited,
      systems: [{ name: "title-match", create }],
      log: memoryRunLog(),
    })
    const summary = summarizeLoong(records, seededRandom(1))
    expect([summary.instances, summary.failed, summary.mechanical]).toEqual([3, 0, 3])
    expect(loongTables(records)).toContain("| title-match | 3 | 0 | 0 | 100.0 |")
  })
})
