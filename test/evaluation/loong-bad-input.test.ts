import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { loadLoong } from "../../src/evaluation"

const row = (part: object) =>
  JSON.stringify({
    id: "row",
    level: 1,
    set: 1,
    type: "financial",
    language: "en",
    question: "Q?",
    instruction: "Answer {{as JSON}}.",
    prompt_template: "{docs}\n\n{instruction}\n\n{question}",
    doc: ["A Corp"],
    answer: "1",
    ...part,
  })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loong-"))
  await mkdir(join(folder, "data/doc/financial"), { recursive: true })
  await mkdir(join(folder, "data/doc/paper"), { recursive: true })
  await writeFile(join(folder, "data/doc/financial/2024-A Corp-j.txt"), "A")
  await writeFile(join(folder, "data/doc/financial/2024-B Corp-j.txt"), "B")
  await writeFile(join(folder, "data/doc/financial/2024-B Corp-n.txt"), "B")
  const rows = [
    row({ id: "good" }),
    row({ id: "gone", doc: ["A Corp", "Gone Corp"] }),
    row({ id: "twofold", doc: ["B Corp"] }),
    row({ id: "strange", type: "novel" }),
    "{broken",
    row({ id: "zh", language: "zh" }),
    row({ id: "paper", type: "paper", doc: ["1.md"] }),
  ]
  await writeFile(join(folder, "data/loong.jsonl"), rows.join("\n"))
})
afterAll(() => rm(folder, { recursive: true }))

describe("a data folder with faults", () => {
  it("names missing and ambiguous documents on their instances", async () => {
    const { instances } = await loadLoong({ folder })
    expect(instances.map(({ id, problems }) => [id, ...problems])).toEqual([
      ["good"],
      ["gone", 'document "Gone Corp" is missing'],
      ["twofold", 'document "B Corp" matches 2 files: 2024-B Corp-j.txt, 2024-B Corp-n.txt'],
      ["paper", 'document "1.md" is missing'],
    ])
  })

  it("counts rows that no filter can judge, also under a filter", async () => {
    const { instances, unusable } = await loadLoong({ folder, type: "paper" })
    expect(instances.map(({ id }) => id)).toEqual(["paper"])
    expect(unusable).toEqual([
      { line: 4, id: "strange", reason: 'unknown type "novel"' },
      { line: 5, id: "line 5", reason: "not a JSON object" },
    ])
  })

  it("does not read an instance in part", async () => {
    const data = await loadLoong({ folder })
    const gone = data.instances[1]
    await expect(data.readDocuments(gone as never)).rejects.toThrow(/"Gone Corp" is missing/)
  })

  it("puts instruction and question together, template braces undone", async () => {
    const { instances } = await loadLoong({ folder })
    expect(instances[0]).toMatchObject({
      prompt: "Answer {as JSON}.\n\nQ?",
      judgeQuestion: "Answer {as JSON}.\n\nQ?",
    })
  })

  it.each([[{ set: 5 }], [{ level: 0 }]])("refuses the filter %j", async (filter) => {
    await expect(loadLoong({ folder, ...filter })).rejects.toThrow(/to be 1, 2, 3 or 4/)
  })

  it("says what it looked for in an empty folder", async () => {
    await expect(loadLoong({ folder: tmpdir() })).rejects.toThrow(/loong\.jsonl or loong_en\.tar\.xz/)
  })
})
