import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  loadExcerpts,
  readingTable,
  readingTablesReport,
  runReading,
  runReadingTables,
} from "spd-rag/evaluation"
import { fakeLLM, findingsIn, foundReply, rowReply, shownIn, stageOf } from "spd-rag/testing"
import { afterAll, expect, it } from "vitest"

const folder = await mkdtemp(join(tmpdir(), "spd-rag-reading-"))
afterAll(() => rm(folder, { recursive: true }))

/** Two excerpts that say their law, one that does not, and one that the scripted reader gets wrong. */
const excerpts = {
  "a.txt": {
    text: "Made on 3 May 2011. The laws of Ireland govern this contract.",
    law: "Ireland",
    date: "2011-05-03",
  },
  "b.txt": {
    text: "Made on 4 June 2012. The laws of Norway govern this contract.",
    law: "Norway",
    date: "2012-06-04",
  },
  "c.txt": { text: "Made on 5 July 2013. Nothing else is said here.", law: null, date: "2013-07-05" },
  "d.txt": { text: "Made on 6 July 2013. Nothing else is said here.", law: null, date: "2013-07-07" },
}

await mkdir(join(folder, "reading26"))
const gold = Object.entries(excerpts).map(([name, { law, date }]) => [name, { law, date }])
await writeFile(join(folder, "reading26/gold.json"), JSON.stringify(Object.fromEntries(gold)))
for (const [name, { text }] of Object.entries(excerpts))
  await writeFile(join(folder, "reading26", name), text)

it("scores a scripted reader of excerpts, and shows its figures as one row", async () => {
  const llm = fakeLLM((request) => {
    if (stageOf(request) === "synthesis") {
      return findingsIn(request)
        .map(({ answer, markers }) => `${answer} ${markers}`)
        .join("\n")
    }
    const [date] = /Made on \d \w+ \d{4}\./.exec(shownIn(request)) ?? []
    const [quote, law = ""] = /The laws of (\w+) govern this contract\./.exec(shownIn(request)) ?? []
    // Of what is not said the reader makes something up; its evidence shows it.
    const invented = { answer: "State of New York", quotes: date }
    return foundReply(quote === undefined ? invented : { answer: law, quotes: quote }, {
      answer: date ?? "",
      quotes: date,
    })
  })
  const score = await runReading({ excerpts: await loadExcerpts(folder), config: { llm } })
  expect(score).toMatchObject({
    documents: 4,
    failed: 0,
    lawRight: 2,
    laws: 2,
    absentRight: 2,
    absent: 2,
    dateRight: 3,
    found: 6,
    foundWithQuote: 6,
    cited: 4,
    calls: 5,
  })
  expect(readingTable("scripted", score)).toContain(
    "| scripted | 0 of 4 | 2 of 2 | 2 of 2 | 3 of 4 | 6 of 6 | 5 |",
  )
})

it("scores the same reading in words and as the cells of a table, and what a cache has is counted as needed", async () => {
  const llm = fakeLLM((request) => {
    const [date = ""] = /\d \w+ \d{4}/.exec(shownIn(request)) ?? []
    const [quote, law = ""] = /The laws of (\w+) govern this contract\./.exec(shownIn(request)) ?? []
    if (!("row" in (request.jsonSchema!.properties as object)))
      return foundReply(quote === undefined ? undefined : { answer: law, quotes: quote }, {
        answer: date,
        quotes: date,
      })
    // In a table, it gives one date of another year.
    const value = date === "4 June 2012" ? "2013-06-04" : date
    return rowReply({
      law: quote === undefined ? undefined : { value: law, quotes: quote },
      date: { value, quotes: date },
    })
  })
  const cache = new Map<string, string>()
  const run = async () => runReadingTables({ excerpts: await loadExcerpts(folder), config: { llm, cache } })
  const scores = await run()
  expect(scores.prose).toMatchObject({ failed: 0, lawRight: 2, absentRight: 2, dateRight: 3, calls: 4 })
  expect(scores.table).toMatchObject({ failed: 0, lawRight: 2, absentRight: 2, dateRight: 2, calls: 4 })
  expect(readingTablesReport(scores)).toContain(
    "| table: two columns | 0 of 4 | 2 of 2 | 2 of 2 | 2 of 4 | 6 of 8 |",
  )
  expect(await run()).toEqual(scores)
  expect(llm.calls).toHaveLength(8)
})
