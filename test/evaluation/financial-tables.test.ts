import { expect, it } from "vitest"
import { type LoongInstance, loadLoong, runFinancialTables } from "../../src/evaluation"
import { planFinancial } from "../../src/evaluation/tables/loong/plan"
import { groupsOf } from "../../src/evaluation/tables/loong/ranges"
import { realData } from "./data"

const instance = (
  task: LoongInstance["task"],
  question: string,
  answer: LoongInstance["answer"],
  names: readonly string[] = ["Ant Co", "Bee Inc.", "Cow & Sons"],
): LoongInstance => ({
  id: question,
  set: 4,
  type: "financial",
  level: 2,
  task,
  language: "en",
  question,
  instruction: "",
  prompt: question,
  judgeQuestion: question,
  answer,
  documents: names.map((name) => ({ name, file: undefined })),
  problems: [],
})
const groups =
  "Please categorize the companies by 'Cash' into the following groups: high cash (over $1,000), medium cash (over $100 and up to $1,000), low cash (above $0 to $100), and no cash ($0 and below)."
const years = ["2020-a", "2021-a", "2022-a"]

it("answers comparison, clustering, chain and single values by the query alone", async () => {
  const answers = await runFinancialTables([
    instance("comparison", "Which company has the lowest 'Revenue'?", "Bee Inc."),
    instance("comparison", "How many companies have 'Cash' exceeding $1,000,000?", "2 companies"),
    instance("clustering", groups, {
      "high cash": ["Ant Co"],
      "medium cash": [],
      "low cash": ["Cow & Sons"],
      "no cash": ["Bee Inc."],
    }),
    instance(
      "chain",
      "Which year saw the largest decrease in Debt?",
      "2022, with a decrease of $5,000 from 2021.",
      years,
    ),
    instance(
      "chain",
      "What is the trend of Debt?",
      "From $100 in 2020 to $(50) in 2021, then $150 in 2022.",
      years,
    ),
    instance("spotlight", "What is the cash flow of Cow & Sons?", "$(1,111)"),
  ])
  expect(answers.map(({ isRight, problem }) => problem ?? isRight)).toEqual(Array(6).fill(true))
  expect(answers.map(({ text }) => text).slice(0, 4)).toEqual([
    "Bee Inc.",
    "2",
    '{"high cash":["Ant Co"],"low cash":["Cow & Sons"],"no cash":["Bee Inc."]}',
    "2022: -5000",
  ])
})

it("says of which question it knows no plan, and of which gold there are no such cells", async () => {
  const answers = await runFinancialTables([
    instance("comparison", "Why is that so?", "Ant Co"),
    instance("clustering", groups, { "other cash": ["Ant Co"] }),
  ])
  expect(answers.map(({ isRight, problem }) => [isRight, problem])).toEqual([
    [false, "no rule knows the question"],
    [false, "no cells agree with the gold"],
  ])
})

it.each([
  [
    "(over 10 and below 20)",
    [
      [">", 10],
      ["<", 20],
    ],
  ],
  [
    "(between $-1.00 and $0.00)",
    [
      [">=", -1],
      ["<=", 0],
    ],
  ],
  [
    "(0.00 and below 1,000,000.00)",
    [
      [">=", 0],
      ["<", 1_000_000],
    ],
  ],
  ["(equal to 0 or below)", [["<=", 0]]],
  ["(1,000,000 and below)", [["<=", 1_000_000]]],
  ["(greater than 0)", [[">", 0]]],
  ["(0)", [["=", 0]]],
])("reads the range %s", (words, range) => {
  expect(groupsOf(`into the following categories: some ${words}.`)).toEqual([{ name: "some", range }])
})

const folder = realData()
it.skipIf(folder === undefined)("all 62 financial questions of set 4 have a plan", async () => {
  const { instances } = await loadLoong({ folder, set: 4, type: "financial" })
  expect(instances).toHaveLength(62)
  expect(instances.filter((one) => planFinancial(one) === undefined)).toEqual([])
})
