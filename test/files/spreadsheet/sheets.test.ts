import { expect, test } from "vitest"
import { folderOf, loadAll, loadOne } from "../fixtures"
import { number, row, sheetText, text, xlsx } from "./fixture"

const merged = (...areas: string[]) =>
  `<mergeCells>${areas.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`

test("merged cells are repeated over rows and columns, a title stands once", async () => {
  const rows =
    row(1, text("A1", "Sales")) +
    row(2, text("A2", "Region") + text("B2", "Quarters")) +
    row(3, text("A3", "North") + number("B3", 1) + number("C3", 2)) +
    row(4, number("B4", 3) + number("C4", 4))
  expect(await sheetText({ rows, tail: merged("A1:C1", "B2:C2", "A3:A4", "Z9:AA10", "bad") })).toBe(
    "Sales\n\n| Region | Quarters | Quarters |\n| --- | --- | --- |\n| North | 1 | 2 |\n| North | 3 | 4 |",
  )
})

test("a merge over all cells of a sheet repeats into used rows and columns alone", async () => {
  const rows =
    row(1, text("A1", "a") + text("B1", "b")) +
    row(2, text("XFD2", "far")) +
    row(1048576, text("A1048576", "last"))
  expect(await sheetText({ rows, tail: merged("A1:XFD1048576") })).toBe(
    "| a | b | a |\n| --- | --- | --- |\n| a | a | far |\n\n| last | a | a |\n| --- | --- | --- |",
  )
})

test("a cell in the last column does not widen the table", async () => {
  const rows = row(1, text("A1", "k") + text("B1", "v")) + row(2, text("A2", "x") + text("XFD2", "stray"))
  expect(await sheetText({ rows })).toBe("| k | v |  |\n| --- | --- | --- |\n| x |  | stray |")
})

test("hidden sheets, rows and columns are marked, or left out", async () => {
  const rows =
    row(1, text("A1", "k") + text("B1", "cost") + text("C1", "price")) +
    row(2, text("A2", "x") + number("B2", 1) + number("C2", 2)) +
    row(3, text("A3", "secret") + number("B3", 3) + number("C3", 4), 'hidden="1"') +
    row(4, text("A4", "y") + number("B4", 5) + number("C4", 6))
  const file = xlsx([
    { rows, head: '<cols><col min="2" max="2" hidden="1"/></cols>' },
    { rows: row(1, text("A1", "draft")), attributes: 'state="veryHidden"' },
  ])
  const { text: all, metadata } = await loadOne("a.xlsx", file)
  expect(all).toContain("| secret | 3 | 4 |")
  expect(all).toContain("draft")
  expect(metadata!.sheets).toMatchObject([
    { name: "S1", hiddenRows: ["3:3"], hiddenColumns: ["B:B"] },
    { name: "S2", hidden: true },
  ])
  const { documents } = await loadAll(await folderOf({ "a.xlsx": file }), { includeHidden: false })
  expect(documents[0]!.text).toBe("## S1\n\n| k | price |\n| --- | --- |\n| x | 2 |\n| y | 6 |")
  expect((documents[0]!.metadata!.sheets as unknown[]).length).toBe(1)
})

test("a sheet that is damaged or listed twice does not take the others along", async () => {
  const file = xlsx([
    { rows: row(1, text("A1", "good")) },
    { rows: "<row>" },
    { rows: "", attributes: 'x:y="1"' },
  ])
  const { text: content, metadata } = await loadOne("a.xlsx", file)
  expect(content).toContain("good")
  expect(metadata!.problems).toEqual([expect.stringMatching(/^The sheet S2 could not be read/)])
})

test("one long string in many cells, and cells on the diagonal, are too large and no danger", async () => {
  const long = `<si><t>${"word ".repeat(20_000)}</t></si>`
  const many = Array.from({ length: 300 }, (_, i) => row(i + 1, '<c t="s"><v>0</v></c><c><v>1</v></c>')).join(
    "",
  )
  const letters = (column: number): string =>
    column < 26
      ? String.fromCharCode(65 + column)
      : letters(Math.floor(column / 26) - 1) + letters(column % 26)
  const diagonal = Array.from({ length: 3000 }, (_, i) =>
    row(i + 1, number(`A${i + 1}`, 1) + number(letters(i + 1) + (i + 1), 1)),
  ).join("")
  const { reasons, documents } = await loadAll(
    await folderOf({
      "diagonal.xlsx": xlsx([{ rows: diagonal }]),
      "fine.xlsx": xlsx([{ rows: row(1, text("A1", "fine")) }]),
      "string.xlsx": xlsx([{ rows: many }], { strings: long }),
    }),
    { maxFileBytes: 1_000_000 },
  )
  expect(documents.map(({ id }) => id)).toEqual(["fine.xlsx"])
  expect(reasons).toEqual(["too-large", "too-large"])
})

test("a link over all cells of a sheet costs nothing", async () => {
  const tail = '<hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>'
  expect(await sheetText({ rows: row(1, text("A1", "a")), tail })).toBe("a")
})
