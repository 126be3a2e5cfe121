import { describe, expect, it } from "vitest"
import {
  type Contract,
  type CoverageQuestion,
  coverageQuestions,
  coverageScores,
  type GoldFact,
  loadCuad,
  rowsAfterSynthesis,
  rowsBeforeSynthesis,
  scoreRow,
} from "../../src/evaluation"
import { datesIn } from "../../src/evaluation/scoring/dates"
import { realData } from "./data"

const clause = "governed by the laws of New York"
const text = `Intro. It is ${clause}. Later again: ${clause}. The end.`
const law = coverageQuestions[0] as CoverageQuestion
const contract = (facts: object): Contract => ({
  id: "c",
  text,
  facts: new Map([
    [law.category, { present: true, answer: "New York", iso: undefined, occurrences: [], ...facts }],
  ]),
})
const at = (start: number) => [start, start + clause.length] as const
const first = at(text.indexOf(clause))
const second = at(text.lastIndexOf(clause))
const holds = contract({ occurrences: [first, second] })
const lacks = contract({ present: false, answer: "" })
const quote = ([start, end]: readonly [number, number]) => ({ text: text.slice(start, end), start, end })

describe("a row", () => {
  it("is right where value and any occurrence of the clause are there", () => {
    const row = {
      documentId: "c",
      status: "found",
      value: "The law of NEW-YORK",
      quotes: [quote(second)],
    } as const
    expect(scoreRow(row, holds, law)).toMatchObject({ recalled: true, evidenceHit: true, right: true })
  })

  it("is not right with a wrong value, a far quote or a forged quote", () => {
    const row = { documentId: "c", status: "found", value: "Delaware", quotes: [quote([0, 6])] } as const
    expect(scoreRow(row, holds, law)).toMatchObject({ recalled: false, evidenceHit: false, validQuotes: 1 })
    const forged = { ...row, quotes: [{ text: "forged", start: 0, end: 6 }] }
    expect(scoreRow(forged, holds, law)).toMatchObject({ quotes: 1, validQuotes: 0 })
  })

  it("needs half of the clause or half of the quote", () => {
    const row = (start: number, end: number) =>
      ({ documentId: "c", status: "found", value: "New York", quotes: [quote([start, end])] }) as const
    const [start] = first
    expect(scoreRow(row(start + 2, start + 12), holds, law).evidenceHit).toBe(true)
    expect(scoreRow(row(start - 12, start + 4), holds, law).evidenceHit).toBe(false)
  })

  it("is a fabrication where the clause is not there, and nothing where nobody read", () => {
    const found = { documentId: "c", status: "found", value: "New York", quotes: [] } as const
    expect(scoreRow(found, lacks, law)).toMatchObject({ fabricated: true, absentRight: false, right: false })
    expect(scoreRow({ ...found, status: "absent" }, lacks, law)).toMatchObject({
      absentRight: true,
      right: true,
    })
    expect(scoreRow({ ...found, status: "unread" }, lacks, law)).toMatchObject({ read: false, right: false })
  })

  it("counts shares over the documents that can have them", () => {
    const found = { documentId: "c", status: "found", value: "New York", quotes: [quote(first)] } as const
    const scores = [scoreRow(found, holds, law), scoreRow({ ...found, status: "unread" }, holds, law)]
    expect(coverageScores([...scores, scoreRow(found, lacks, law)])).toMatchObject({
      documentCoverage: 2 / 3,
      factRecall: 1 / 2,
      evidenceHit: 1 / 2,
      absentAccuracy: 0,
      fabricationRate: 1,
      quoteValidity: 1,
      rowsRight: 1 / 3,
      allRowsRight: 0,
    })
  })
})

describe("rows of an answer", () => {
  const [start, end] = first
  const reply = { task: 1, found: true, answer: "New York", quotes: [{ ...quote(first), chunkId: "c#0" }] }
  const findings = {
    documentId: "c",
    title: "C",
    relevance: 1,
    report: "",
    searches: [],
    stopReason: "finalized",
  }
  const answer = (line: string) => ({
    text: `Laws:\n${line}\nd says nothing.`,
    citations: [{ number: 1, documentId: "c", title: "C", quote: clause, chunkId: "c#0", start, end }],
    documents: [
      { documentId: "c", title: "C", status: "answered", findings: { ...findings, answers: [reply] } },
      {
        documentId: "d",
        title: "D",
        status: "not-found",
        findings: { ...findings, documentId: "d", answers: [] },
      },
      { documentId: "e", title: "E", status: "skipped", reason: "not-selected" },
    ],
  })

  it("come from findings before synthesis and from cited lines after it", () => {
    const cited = answer("- C: New York [1]") as never
    expect(rowsBeforeSynthesis(cited).map(({ status, value }) => [status, value])).toEqual([
      ["found", "New York"],
      ["absent", ""],
      ["unread", ""],
    ])
    expect(rowsAfterSynthesis(cited).map(({ status, value }) => [status, value])).toEqual([
      ["found", "- C: New York"],
      ["absent", ""],
      ["unread", ""],
    ])
  })

  it("are lost where the final text no longer cites them", () => {
    expect(rowsAfterSynthesis(answer("- C: New York") as never)[0]).toMatchObject({ status: "absent" })
  })
})

describe("dates", () => {
  it.each([
    ["as of May 8th, 2014", "2014-05-08"],
    ["this 27th day of October 2008", "2008-10-27"],
    ["the 20t h day of November, 2018", "2018-11-20"],
    ["2014-05-08", "2014-05-08"],
    ["10/1/99", "1999-10-01"],
    ["29/3/18", "2018-03-29"],
    ["8-May-14", "2014-05-08"],
  ])("in %s", (source, iso) => {
    expect([...datesIn(source)]).toContain(iso)
  })

  it("are not made of parts", () => {
    expect([...datesIn("May 2014, section 3.1.2, 45/99/2000")]).toEqual([])
  })
})

const folder = realData()
describe.skipIf(folder === undefined)("CUAD (real data)", () => {
  it("has the counts of its README", async () => {
    const { contracts, unusable } = await loadCuad({
      folder,
      categories: coverageQuestions.map((q) => q.category),
    })
    const count = (category: string, holds: (fact: GoldFact) => boolean) =>
      contracts.filter(({ facts }) => [facts.get(category)].some((fact) => fact !== undefined && holds(fact)))
        .length
    expect([contracts.length, unusable.length]).toEqual([510, 0])
    expect(count("Agreement Date", ({ iso }) => iso !== undefined)).toBe(416)
    expect(count("Expiration Date", ({ iso }) => iso !== undefined)).toBe(241)
    expect(count("Governing Law", ({ answer }) => answer === "New York")).toBe(97)
    const clauses = ["Cap On Liability", "Audit Rights", "Anti-Assignment", "Insurance"]
    expect(clauses.map((category) => count(category, ({ present }) => present))).toEqual([275, 214, 374, 166])
  })
})
