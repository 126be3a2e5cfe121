import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { loongReaders } from "../../examples/evaluate/loong-readers"
import { type LoongData, loadLoong, loongTables, memoryRunLog, runLoong } from "../../src/evaluation"

// A benchmark of two rows in the form of the real one, so that it runs where the data is not.
const papers = {
  "a.md": "# On merging trees\nWe build on Reading long texts (2021).",
  "b.md": "# Reading long texts\nNothing is cited.",
  "c.md": "# A later work\nSee On merging trees.",
}
const rows = [
  {
    type: "paper",
    level: 3,
    doc: Object.keys(papers),
    question: "On merging trees",
    answer: { Reference: ["Reading long texts"], Citation: ["A later work"] },
  },
  { type: "financial", level: 1, doc: ["ACME"], question: "What is the cash?", answer: "$7,963,173" },
].map((row, index) => ({
  ...row,
  id: `row-${index}`,
  set: 1,
  language: "en",
  instruction: "Answer as JSON.",
  prompt_template: "{docs} {instruction} {question}",
}))

let folder: string
let data: LoongData
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loong-"))
  for (const type of ["paper", "financial"]) await mkdir(join(folder, "data/doc", type), { recursive: true })
  for (const [name, text] of Object.entries(papers))
    await writeFile(join(folder, "data/doc/paper", name), text)
  await writeFile(join(folder, "data/doc/financial/2024-ACME.txt"), "Cash: $7,963,173.")
  await writeFile(join(folder, "data/loong.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"))
  data = await loadLoong({ folder })
})
afterAll(() => rm(folder, { recursive: true }))

it.each([
  ["perfect", 2],
  ["title", 1],
] as const)(
  "the %s reader loses nothing on its way, with the defaults and as published",
  async (reader, count) => {
    const systems = loongReaders(data, reader)
    const records = await runLoong({ data, systems, log: memoryRunLog(), limit: count, concurrency: 3 })
    const tables = loongTables(records)
    expect(tables.match(/^### Table \d: .*/gm)).toEqual([
      "### Table 1: overall",
      "### Table 2: score and perfect rate by task",
      "### Table 3: score and perfect rate by domain",
      "### Table 4: cost and latency, means an answered instance",
    ])
    for (const system of ["spd-rag", "spd-rag-paper"]) {
      expect(tables).toContain(`| ${system} | ${count} | 0 | 0 | 100.0 | 100.0 [100.0, 100.0] | 100.0 |`)
    }
  },
)
