import { describe, expect, it } from "vitest"
import {
  bootstrapInterval,
  type LoongInstance,
  longestCommonRun,
  mean,
  parseRating,
  scoreMechanically,
  scoreSets,
  seededRandom,
} from "../../src/evaluation"
import { parseNumbers } from "../../src/evaluation/scoring/parse-number"

const row = (part: Partial<LoongInstance>): LoongInstance => ({
  id: "row",
  set: 4,
  type: "financial",
  level: 1,
  task: "spotlight",
  language: "en",
  question: "What is the revenue of B Corp?",
  instruction: "",
  prompt: "",
  judgeQuestion: "",
  answer: "",
  documents: [
    { name: "A Corp", file: "a" },
    { name: "B Corp", file: "b" },
    { name: "B Corp Holdings", file: "c" },
  ],
  problems: [],
  ...part,
})

describe("a number", () => {
  it.each([
    ["$18,718 in thousands", "The beginning balance was $18,718 (in thousands) [1].", true, true],
    ["$18,718 in thousands", "It was $18.718 million as of March 31, 2024.", true, true],
    ["$18,718 in thousands", "It was $18,718,000.", true, true],
    ["$18,718 in thousands", "It was $18,718.", false, true],
    ["$(3,121) in thousands", "Cash flow: -3,121 thousand", true, true],
    ["$(3,121) in thousands", "Cash flow: 3,121 thousand", false, false],
    ["$(0.02)", "Basic EPS for Q1 2024 was $(0.02) [12].", true, true],
    ["3 companies", "Three companies do: A, B and C.", true, true],
    ["4", "1. A Corp\n2. B Corp\nIn total 4.", true, true],
    ["$1,740", "No figure is given.", false, false],
  ])("%s is found in %s", (answer, text, exact, exceptUnit) => {
    expect(scoreMechanically(row({ answer }), text)).toMatchObject({ kind: "number", exact, exceptUnit })
  })

  it("leaves out what the question holds", () => {
    const question = "How many companies have revenue over $1,000,000?"
    const text = "Revenue over $1,000,000 have 4 companies."
    expect(scoreMechanically(row({ question, answer: "4" }), text)).toMatchObject({ exact: true })
  })

  it("is no date, year, form name or evidence marker", () => {
    expect(parseNumbers("On May 3, 2021 (10-K, 2020-01-02, FY 2022) [3] [E4]")).toEqual([])
  })
})

describe("a company", () => {
  it.each([
    ["B Corp has the highest value.", true],
    ["A Corp is not; compare. B Corp Holdings has it.", false],
    ["We compared A Corp and B Corp. The highest is B Corp.", true],
    ["**B Corp** ($5), followed by A Corp ($4).\nThe highest is B Corp [1].", true],
    ["None of them.", false],
  ])("in %s", (text, exact) => {
    expect(scoreMechanically(row({ answer: "B Corp" }), text)).toMatchObject({ kind: "company", exact })
  })
})

describe("a grouping", () => {
  const answer = { "high cash": ["A Corp"], "low cash": ["B Corp", "B Corp Holdings"], "no cash": [] }
  it.each([
    ['```json\n{"high cash": ["A Corp"], "low cash": ["B Corp", "B Corp Holdings"], "no cash": []}\n```', 1],
    ["**High cash** (over 1): A Corp [1]\n- Low cash:\n  - B Corp Holdings [2]\n  - B Corp\n", 1],
    ['{{"High Cash": ["A Corp", "B Corp"], "low cash": ["B Corp Holdings"]}}', 2 / 3],
    ["I can't tell.", 0],
  ])("in %s", (text, score) => {
    const result = scoreMechanically(row({ level: 3, task: "clustering", answer }), text)
    expect(result?.score).toBeCloseTo(score, 10)
    expect(result?.exact).toBe(score === 1)
  })
})

describe("a chain", () => {
  const chain = row({ type: "paper", level: 4, task: "chain", answer: ["# One ", "# Two ", "# Three "] })
  it.each([
    ['The chain: ["One", "Two", "Three"]', 1, true],
    ["1. One\n2. Two\n3. Three", 1, true],
    ['["Two", "Three", "One"]', 2 / 3, false],
    ['["Three", "Two", "One"]', 1 / 3, false],
  ])("in %s", (text, score, exact) => {
    expect(scoreMechanically(chain, text)).toMatchObject({ score, exact })
  })

  it("counts the longest run of neighbours", () => {
    expect(longestCommonRun(["a", "b", "c", "d"], ["b", "c", "x", "d"])).toBe(2)
    expect(longestCommonRun([], ["a"])).toBe(0)
  })
})

describe("sets", () => {
  it("are right where both are empty and wrong where one is", () => {
    expect(scoreSets([], [])).toMatchObject({ precision: 1, recall: 1, f1: 1 })
    expect(scoreSets(["a"], [])).toMatchObject({ precision: 0, recall: 0, f1: 0 })
    expect(scoreSets([], ["a"])).toMatchObject({ precision: 0, recall: 0, f1: 0 })
  })
})

describe("a judge's rating", () => {
  it.each([
    ["Fine. Rating: [[85]]", 85],
    ["[3] is cited. Rating: [[ 72.5 ]] and [[10]]", 72.5],
    ["Rating: [40]", 40],
    ["Rating: 40", undefined],
    ["Rating: [[1000]]", undefined],
    ["", undefined],
  ])("in %s", (reply, rating) => {
    expect(parseRating(reply)).toBe(rating)
  })
})

describe("bootstrap", () => {
  it("is repeatable, holds the mean, and narrows with more items", () => {
    const interval = (count: number) =>
      bootstrapInterval(
        Array.from({ length: count }, (_, i) => i % 2),
        { random: seededRandom(7), statistic: mean },
      )
    expect(interval(40)).toEqual(interval(40))
    expect(interval(40).low).toBeLessThan(0.5)
    expect(interval(40).high).toBeGreaterThan(0.5)
    expect(interval(400).high - interval(400).low).toBeLessThan(interval(40).high - interval(40).low)
  })

  it("comes near the known interval of a share", () => {
    const items = Array.from({ length: 100 }, (_, i) => (i < 30 ? 1 : 0))
    const { low, high } = bootstrapInterval(items, {
      random: seededRandom(1),
      statistic: mean,
      resamples: 5000,
    })
    expect(low).toBeCloseTo(0.3 - 1.96 * Math.sqrt((0.3 * 0.7) / 100), 1)
    expect(high).toBeCloseTo(0.3 + 1.96 * Math.sqrt((0.3 * 0.7) / 100), 1)
  })

  it("is not a number of nothing", () => {
    expect(bootstrapInterval([], { random: seededRandom(1), statistic: mean }).low).toBeNaN()
  })
})
