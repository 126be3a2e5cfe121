import fc from "fast-check"
import { expect, test } from "vitest"
import { locateQuote } from "../../src"
import { folderOf, loadAll, loadOne } from "./fixtures"

const read = async (name: string, content: string) => (await loadOne(name, content)).text
const table = (...rows: string[][]) =>
  rows
    .map((row, i) => `| ${row.join(" | ")} |${i === 0 ? `\n|${" --- |".repeat(row.length)}` : ""}`)
    .join("\n")

test("line ends of any kind part rows, also mixed", async () => {
  for (const [first, second] of [
    ["\r\n", "\n"],
    ["\n", "\r\n"],
    ["\r", "\n"],
  ]) {
    expect(await read("a.csv", `name,qty${first}foo,1${second}bar,2${second}`)).toBe(
      table(["name", "qty"], ["foo", "1"], ["bar", "2"]),
    )
  }
})

test("a .tsv file is parted by tabs, and a sep= line names the separator", async () => {
  expect(await read("a.tsv", "Name (last, first)\tPhone\nDoe, Jane\t555\n")).toBe(
    table(["Name (last, first)", "Phone"], ["Doe, Jane", "555"]),
  )
  expect(await read("a.csv", "sep=;\nname;price\nfoo;1,5\n")).toBe(table(["name", "price"], ["foo", "1,5"]))
})

test("a quote that is never closed swallows no rows, and is told", async () => {
  const { text, metadata } = await loadOne(
    "a.csv",
    'part,size,note\npipe,3,"a ""b"", and\nmore"\nrod,"5"" steel,10\nbolt,3,20\nnut,1,30\n',
  )
  expect(text).toBe(
    table(
      ["part", "size", "note"],
      ["pipe", "3", 'a "b", and more'],
      ["rod", '"5"" steel', "10"],
      ["bolt", "3", "20"],
      ["nut", "1", "30"],
    ),
  )
  expect(metadata!.problems).toEqual([expect.stringContaining("never closed")])
})

test("rows come back as they were written, whatever their cells hold", async () => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab,;"\n \t'), maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }), async (rows) => {
      const all = [["head", "two"], ...rows, ["last", "end"]]
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
      const text = await read("a.csv", all.map((row) => row.map(quoted).join(",")).join("\n"))
      const shown = all
        .filter((row) => row.some((value) => value.trim() !== ""))
        .map((row) => row.map((value) => value.replace(/\s+/g, " ").trim()))
      expect(text).toBe(table(...shown))
    }),
    { numRuns: 200 },
  )
})

test("what JSON says can be quoted: escapes are the letters that they stand for", async () => {
  const text = await read(
    "a.json",
    '{"city":"K\\u00f6ln","terms":"Pay in 30 days.\\nNo \\"early\\" discount.","path":"a\\/b","nul":"\\u0000"}',
  )
  for (const quote of ["K\u00f6ln", "Pay in 30 days. No", 'No "early" discount.', "a/b"]) {
    expect(locateQuote(quote, text), quote).toBeDefined()
  }
  expect(text).toContain('"nul":"\\u0000"')
})

test("JSON Lines are read by their ending and inside of .json, and a bad line is told", async () => {
  expect(await read("a.jsonl", '{"a":1}\n\n{"a":"\\u00e9"}\n')).toBe('{"a":1}\n{"a":"\u00e9"}')
  expect(await read("a.json", '{"a":1}\r\n{"a":2}\r\n')).toBe('{"a":1}\n{"a":2}')
  const { text, metadata } = await loadOne("b.ndjson", '{"a":1}\n{"a":\n{"a":3}')
  expect(text).toBe('{"a":1}\n{"a":\n{"a":3}')
  expect(metadata!.problems).toEqual(["Line 2 is no JSON; it is read as it stands."])
  const { reasons } = await loadAll(await folderOf({ "a.jsonl": "no\nlines", "b.json": '{"a":1}\n{"a":' }))
  expect(reasons).toEqual(["damaged", "damaged"])
})

test("the text of JSON does not grow with how deep it is nested", async () => {
  const nested = (count: number, depth: number) =>
    `${"[".repeat(depth)}${"1,".repeat(count)}1${"]".repeat(depth)}`
  const shallow = (await read("a.json", nested(1000, 10))).length
  expect((await read("a.json", nested(1000, 200))).length - shallow).toBeLessThanOrEqual(190 * 2 * 14)
  const { reasons } = await loadAll(await folderOf({ "a.json": nested(2000, 21) }), { maxFileBytes: 5000 })
  expect(reasons).toEqual(["too-large"])
})
