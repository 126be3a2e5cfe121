import { beforeAll, describe, expect, it } from "vitest"
import {
  addSetScores,
  type LoongData,
  type LoongInstance,
  loadLoong,
  mechanicalKind,
  scoreMechanically,
  titleMatch,
} from "../../src/evaluation"
import { realData } from "./data"

const folder = realData()

describe.skipIf(folder === undefined)("Loong, English (real data)", () => {
  let data: LoongData
  const of = (filter: Partial<LoongInstance>) =>
    data.instances.filter((i) => Object.entries(filter).every(([k, v]) => i[k as keyof LoongInstance] === v))

  beforeAll(async () => {
    data = await loadLoong({ folder })
  })

  it("resolves every document of all 695 instances", () => {
    expect(data.instances).toHaveLength(695)
    expect(data.unusable).toEqual([])
    expect(data.instances.filter(({ problems }) => problems.length > 0)).toEqual([])
  })

  it("holds 102 instances in set 4, by type and task as published", async () => {
    const set4 = (await loadLoong({ folder, set: 4 })).instances
    const count = (type: string, task: string) =>
      set4.filter((i) => i.type === type && i.task === task).length
    expect(set4).toHaveLength(102)
    expect([count("paper", "clustering"), count("paper", "chain")]).toEqual([34, 6])
    expect(
      ["spotlight", "comparison", "clustering", "chain"].map((task) => count("financial", task)),
    ).toEqual([27, 15, 15, 5])
    const files = (type: string) =>
      new Set(set4.filter((i) => i.type === type).flatMap((i) => i.documents.map(({ file }) => file))).size
    expect([files("paper"), files("financial")]).toEqual([309, 141])
  })

  it("can score 94 rows of set 4 without a judge", () => {
    const kinds: Record<string, number> = {}
    for (const instance of of({ set: 4 })) {
      const kind = mechanicalKind(instance) ?? "none"
      kinds[kind] = (kinds[kind] ?? 0) + 1
    }
    expect(kinds).toEqual({ citations: 34, chain: 6, grouping: 15, company: 13, number: 26, none: 8 })
  })

  it("gives the gold answer of every such row an exact score", () => {
    for (const instance of of({ set: 4 })) {
      if (mechanicalKind(instance) === undefined) continue
      const gold = typeof instance.answer === "string" ? instance.answer : JSON.stringify(instance.answer)
      expect(scoreMechanically(instance, gold), instance.id).toMatchObject({ score: 1, exact: true })
    }
  })

  it.each([
    [1, 0.944, 0.882, 0.912, 0.676],
    [2, 0.965, 0.78, 0.863, 0.525],
    [3, 0.964, 0.831, 0.892, 0.582],
    [4, 0.926, 0.789, 0.852, 0.059],
  ])(
    "gives the title-match reader its known figures in set %i",
    async (set, precision, recall, f1, exact) => {
      const scores = []
      for (const instance of of({ set, type: "paper", level: 3 })) {
        const text = titleMatch(instance, await data.readDocuments(instance))
        const score = scoreMechanically(instance, text)
        if (score?.kind === "citations") scores.push(score)
      }
      const micro = addSetScores(scores)
      const three = (value: number) => Number(value.toFixed(3))
      expect({
        precision: three(micro.precision),
        recall: three(micro.recall),
        f1: three(micro.f1),
        exact: three(scores.filter((score) => score.exact).length / scores.length),
      }).toEqual({ precision, recall, f1, exact })
    },
  )
})
