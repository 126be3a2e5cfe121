import { utils, write } from "@e965/xlsx"
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from "docx"
import { expect, test } from "vitest"
import { pageOf } from "../../src/files"
import { folderOf, loadAll, loadOne, zip } from "./fixtures"

const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] })

async function docx(children: (Paragraph | Table)[]): Promise<Uint8Array> {
  return new Uint8Array(await Packer.toBuffer(new Document({ sections: [{ children }] })))
}

test("a Word document keeps headings, words over several runs, and its table", async () => {
  const rows = [
    ["Party", "Role"],
    ["Acme | Sons", "Supplier"],
  ]
  const { text, metadata } = await loadOne(
    "a.docx",
    await docx([
      new Paragraph({ text: "Agreement", heading: HeadingLevel.TITLE }),
      new Paragraph({ text: "Parties", heading: HeadingLevel.HEADING_2 }),
      new Paragraph({
        children: [new TextRun("un"), new TextRun({ text: "break", bold: true }), new TextRun("able")],
      }),
      new Table({ rows: rows.map((row) => new TableRow({ children: row.map(cell) })) }),
    ]),
  )
  expect(text).toBe(
    "# Agreement\n\n## Parties\n\nunbreakable\n\n| Party | Role |\n| --- | --- |\n| Acme \\| Sons | Supplier |",
  )
  expect(metadata).toEqual({ format: "docx" })
})

function workbook(bookType: "xlsx" | "biff8"): Uint8Array {
  const book = utils.book_new()
  const orders = utils.aoa_to_sheet([
    ["Orders of the year"],
    ["No", "Date", "Amount"],
    [1, new Date(Date.UTC(2024, 1, 29)), 1234567.891234],
    [2, null, 0.1 + 0.2],
    [],
    ["Note: amounts in euro"],
  ])
  orders.C4!.z = "General"
  utils.book_append_sheet(book, orders, "Orders 2024")
  utils.book_append_sheet(book, utils.aoa_to_sheet([[], [null, "Town"], [null, "Z\u00fcrich"]]), "Towns")
  return new Uint8Array(write(book, { type: "buffer", bookType, cellDates: false }))
}

test.each(["xlsx", "xls"] as const)(
  "both sheets of an %s file keep names, tables and exact numbers",
  async (ending) => {
    const { text, metadata } = await loadOne(`a.${ending}`, workbook(ending === "xls" ? "biff8" : "xlsx"))
    expect(text).toBe(
      "## Orders 2024\n\nOrders of the year\n\n| No | Date | Amount |\n| --- | --- | --- |\n" +
        "| 1 | 2024-02-29 | 1234567.891234 |\n| 2 |  | 0.3 |\n\nNote: amounts in euro\n\n" +
        "## Towns\n\n| Town |\n| --- |\n| Z\u00fcrich |",
    )
    const sheets = metadata!.sheets as { name: string; start: number; end: number }[]
    expect(sheets.map(({ name }) => name)).toEqual(["Orders 2024", "Towns"])
    expect(text.slice(sheets[1]!.start, sheets[1]!.end)).toMatch(/^## Towns[\s\S]*rich \|$/)
  },
)

test("a sheet that says it has a million rows of a thousand columns is read by its cells", async () => {
  // Written by hand: the writer itself would walk every cell.
  const bytes = zip({
    "[Content_Types].xml":
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    "_rels/.rels":
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml":
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Wide" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/worksheets/sheet1.xml":
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>lone</t></is></c></row><row r="1048576"><c r="A1048576" t="inlineStr"><is><t>far</t></is></c></row></sheetData></worksheet>',
  })
  expect((await loadOne("a.xlsx", bytes)).text).toBe("## Wide\n\nlone\n\nfar")
})

const slide = (body: string) =>
  `<p:sld xmlns:a="a" xmlns:p="p"><p:cSld><p:spTree>${body}</p:spTree></p:cSld></p:sld>`
const shape = (paragraphs: string, placeholder = "") =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`
const para = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`
const tableCell = (text: string) => `<a:tc><a:txBody>${para(text)}</a:txBody></a:tc>`
const relations = (entries: string) => `<Relationships>${entries}</Relationships>`

const deck = {
  "ppt/presentation.xml":
    '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId r:id="r2"/><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
  "ppt/_rels/presentation.xml.rels": relations(
    '<Relationship Id="r1" Type="t/slide" Target="slides/slide1.xml"/><Relationship Id="r2" Type="t/slide" Target="/ppt/slides/slide2.xml"/>',
  ),
  "ppt/slides/slide1.xml": slide(
    `<p:grpSp>${shape(para("Q &amp; A"))}</p:grpSp><p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>${tableCell("Year")}${tableCell("Sales")}</a:tr><a:tr>${tableCell("2024")}${tableCell("12.5")}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
  ),
  "ppt/slides/slide2.xml": slide(
    shape("<a:p><a:r><a:t>Re</a:t></a:r><a:r><a:t>sults</a:t></a:r></a:p>", '<p:ph type="title"/>') +
      shape(`${para("Point")}<a:p><a:pPr lvl="1"/><a:r><a:t>Detail</a:t></a:r></a:p>`) +
      shape(para("7"), '<p:ph type="sldNum"/>'),
  ),
  "ppt/slides/_rels/slide2.xml.rels": relations(
    '<Relationship Id="r1" Type="t/notesSlide" Target="../notesSlides/notesSlide1.xml"/>',
  ),
  "ppt/notesSlides/notesSlide1.xml": slide(shape(para("Say thanks."), '<p:ph type="body"/>')),
}

test("slides come in the order of the show, with titles, levels, tables and notes", async () => {
  const { text, metadata } = await loadOne("a.pptx", zip(deck))
  expect(text).toBe(
    "## Results\n\nPoint\n  - Detail\n\nNotes: Say thanks.\n\n" +
      "## Slide 2\n\nQ & A\n\n| Year | Sales |\n| --- | --- |\n| 2024 | 12.5 |",
  )
  expect(pageOf(metadata, text.indexOf("thanks"))).toBe(1)
  expect(pageOf(metadata, text.indexOf("Sales"))).toBe(2)
})

test("a packed file that grows past its limit is refused, whatever its directory says", async () => {
  const zeros = new Uint8Array(5_000_000)
  const folder = await folderOf({
    "honest.docx": zip({ "word/document.xml": zeros }),
    "lying.pptx": zip({ ...deck, "ppt/media/image1.png": zeros }, { declaredBytes: 10 }),
    "many.xlsx": zip(
      Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`xl/${n}.xml`, zeros.subarray(0, 1_000_000)])),
    ),
  })
  const { documents, reasons } = await loadAll(folder, { maxFileBytes: 1_000_000 })
  expect(documents).toEqual([])
  expect(reasons).toEqual(["too-large", "too-large", "too-large"])
})

test("damaged, encrypted, older and empty office files each have their reason", async () => {
  const compound = Buffer.from("d0cf11e0a1b11ae1", "hex")
  const locked = new Uint8Array(
    Buffer.concat([compound, Buffer.alloc(600), Buffer.from("EncryptedPackage", "utf16le")]),
  )
  const book = workbook("xlsx")
  const { failures } = await loadAll(
    await folderOf({
      "cut.xlsx": book.slice(0, book.length / 2),
      "empty.docx": await docx([]),
      "locked.docx": locked,
      "locked.xlsx": locked,
      "no-slide.pptx": zip({
        ...deck,
        "ppt/slides/slide1.xml": "",
        "ppt/_rels/presentation.xml.rels": relations(""),
      }),
      "noise.docx": "words",
      "noise.xls": "words",
      "old.docx": new Uint8Array(Buffer.concat([compound, Buffer.alloc(600)])),
      "other.docx": zip({ "a.txt": "no Word document" }),
    }),
  )
  expect(failures.map(({ path, reason }) => `${path.split("/").at(-1)} ${reason}`)).toEqual([
    "cut.xlsx damaged",
    "empty.docx empty",
    "locked.docx encrypted",
    "locked.xlsx encrypted",
    "no-slide.pptx damaged",
    "noise.docx damaged",
    "noise.xls damaged",
    "old.docx unsupported",
    "other.docx damaged",
  ])
})
