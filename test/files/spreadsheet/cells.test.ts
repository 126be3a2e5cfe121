import { utils, write } from "@e965/xlsx"
import { expect, test } from "vitest"
import { loadOne } from "../fixtures"
import { number, row, sheetText, text, xlsx } from "./fixture"

/** What a cell shows of a number in a format: by its code, or by the number that stands for one. */
async function shown(format: string | number, value: number | string, workbook = ""): Promise<string> {
  const isCode = typeof format === "string"
  const escaped = String(format).replaceAll("&", "&amp;").replaceAll('"', "&quot;")
  const styles =
    (isCode ? `<numFmts><numFmt numFmtId="164" formatCode="${escaped}"/></numFmts>` : "") +
    `<cellXfs><xf numFmtId="0"/><xf numFmtId="${isCode ? 164 : format}"/></cellXfs>`
  const rows = row(1, text("A1", "k") + text("B1", "v")) + row(2, text("A2", "x") + number("B2", value, 1))
  return /\| x \| (.*) \|/.exec(await sheetText({ rows }, { styles, workbook }))![1]!
}

test.each([
  ["dd.mm.yyyy", 43990, "08.06.2020"],
  ["D. MMMM YYYY", 43990, "8. June 2020"],
  ["hh.mm", 0.5, "12.00"],
  ["[h]:mm", 1.5, "36:00"],
  ["yyyy-mm-ddThh:mm:ss", 43990.5, "2020-06-08T12:00:00"],
  ["yyyy\u5e74m\u6708d\u65e5", 43990, "2020\u5e746\u67088\u65e5"],
  ['#,##0.00 "kg"', 1234.5, "1,234.50 kg"],
  ["[$\u20ac-407] #,##0", 5, "\u20ac 5"],
  ['0;(0);"none"', -5, "(5)"],
  ['0;(0);"none"', 0, "none"],
  ["0.0%", 0.256, "25.6%"],
  ["# ?/?", 0.5, "1/2"],
  ["General", 0.1 + 0.2, "0.3"],
  [14, 43990, "2020-06-08"],
  [10, 0.256, "25.60%"],
  [31, 43990, "2020-06-08"],
  [33, 0.5, "12:00:00"],
  [57, 43990.25, "2020-06-08 6:00:00"],
  [49, 12, "12"],
  ["h:mm", -0.25, "-0.25"],
])("a number in the format %s: %s is shown as %s", async (format, value, right) => {
  expect(await shown(format, value)).toBe(right)
})

test("a workbook that counts from 1904 has its dates, and only dates, moved", async () => {
  const since1904 = '<x:workbookPr date1904="1"/>'
  expect(await shown("yyyy-mm-dd", 43990 - 1462, since1904)).toBe("2020-06-08")
  expect(await shown("0.0", 5, since1904)).toBe("5.0")
})

test("a format that makes no sense shows the number", async () => {
  expect(await shown('0"', 12)).toBe("12")
})

test("strings, truth, errors, references and escaped characters are read", async () => {
  const strings =
    '<si><t>plain</t><rPh><t>reading</t></rPh></si><si><r><rPr><strike/></rPr><t>60</t></r><r><t>30, 10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>6</t></r></si>'
  const rows =
    row(1, '<c t="s"><v>0</v></c><c t="s"><v>1</v></c>') +
    row(2, '<c t="b"><v>1</v></c><c t="e"><v>#DIV/0!</v></c>') +
    row(3, `${text("A3", "&#x1F61C; a_x000D_b &amp;lt;")}<c r="B3" t="str"><f>A1</f><v>kept</v></c>`) +
    row(4, '<c t="n"><v>1e3</v></c><c t="d"><v>2024-02-29</v></c>')
  expect(await sheetText({ rows }, { strings })).toBe(
    "| plain | ~~60~~30, 10^6 |\n| --- | --- |\n| TRUE | #DIV/0! |\n| \u{1f61c} a b &lt; | kept |\n| 1000 | 2024-02-29 |",
  )
})

test("a struck font marks the whole cell", async () => {
  const styles = '<fonts><font/><font><strike/></font></fonts><cellXfs><xf/><xf fontId="1"/></cellXfs>'
  const rows = row(1, number("A1", 60, 1) + number("B1", 30))
  expect(await sheetText({ rows }, { styles })).toBe("| ~~60~~ | 30 |\n| --- | --- |")
})

test("a formula without a stored value is shown and named", async () => {
  const rows = row(1, '<c r="A1"><f>SUM(B1:B9)</f><v></v></c><c r="B1"><v>2</v></c>')
  const { text: content, metadata } = await loadOne("a.xlsx", xlsx([{ rows }]))
  expect(content).toBe("## S1\n\n| =SUM(B1:B9) | 2 |\n| --- | --- |")
  expect(metadata!.problems).toEqual([expect.stringContaining("formulas")])
})

test("the older format shows the same dates, and letters of older encodings", async () => {
  const book = utils.book_new({})
  const sheet = utils.aoa_to_sheet([
    ["k", "v"],
    ["x", 43990],
  ])
  sheet.B2!.z = "dd.mm.yyyy"
  utils.book_append_sheet(book, sheet, "S")
  const bytes = new Uint8Array(write(book, { type: "buffer", bookType: "biff8" }))
  expect((await loadOne("a.xls", bytes)).text).toContain("| x | 08.06.2020 |")
  // BIFF5 with code page 1251: a lone label record in a stream of its own.
  const record = (type: number, data: number[]) => [
    type & 255,
    type >> 8,
    data.length & 255,
    data.length >> 8,
    ...data,
  ]
  const letters = [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]
  const stream = [
    ...record(0x0809, [0, 5, 0x10, 0, 0, 0, 0, 0]),
    ...record(0x0042, [0xe3, 0x04]),
    ...record(0x0204, [0, 0, 0, 0, 0, 0, letters.length, 0, ...letters]),
    ...record(0x000a, []),
  ]
  expect((await loadOne("b.xls", Uint8Array.from(stream))).text).toContain(
    "\u041f\u0440\u0438\u0432\u0435\u0442",
  )
})

test.each([
  ["[h]:mm", 1.25, "30:00"],
  ["[mm]:ss", 0.5, "720:00"],
  ["yyyy-mm-dd", 0, "1904-01-01"],
  ["h:mm", 0.5, "12:00"],
  ["0.00", 5, "5.00"],
])("a workbook that counts from 1904 shows %s of %s as %s", async (format, value, right) => {
  expect(await shown(format, value, '<workbookPr date1904="1"/>')).toBe(right)
})

test("a format puts its words around a text, too", async () => {
  const styles = `<numFmts><numFmt numFmtId="164" formatCode="0;-0;0;&quot;Code: &quot;@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="49"/></cellXfs>`
  const styled = (reference: string, style: number, content: string) =>
    text(reference, content).replace("<c ", `<c s="${style}" `)
  const rows = row(1, `${styled("A1", 1, "AB")}${styled("B1", 2, "CD")}<c r="C1" s="1" t="s"><v>0</v></c>`)
  expect(await sheetText({ rows }, { styles, strings: "<si><t>EF</t></si>" })).toBe(
    "| Code: AB | CD | Code: EF |\n| --- | --- | --- |",
  )
})
