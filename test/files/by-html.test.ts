import { expect, test } from "vitest"
import { folderOf, loadAll, loadOne, zip } from "./fixtures"

const odf = (styles: string, body: string) =>
  zip({
    "content.xml":
      '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ' +
      'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">' +
      `<office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
  })

test("an OpenDocument text keeps headings, numbers, notes, raised and struck letters, and loses deleted words", async () => {
  const styles =
    '<style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style>' +
    '<style:style style:name="T2"><style:text-properties style:text-line-through-style="solid"/></style:style>' +
    '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="a" text:start-value="3"/></text:list-style>'
  const { text, metadata } = await loadOne(
    "a.odt",
    odf(
      styles,
      "<office:text><text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>" +
        '<text:h text:outline-level="2">Terms</text:h><text:p>10<text:span text:style-name="T1">6</text:span> cells<text:line-break/>' +
        '<text:span text:style-name="T2">60</text:span>30 days<text:note><text:note-citation>1</text:note-citation>' +
        "<text:note-body><text:p>See annex.</text:p></text:note-body></text:note></text:p>" +
        '<text:list text:style-name="L1"><text:list-item><text:p>one</text:p></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list></office:text>',
    ),
  )
  expect(text).toBe("## Terms\n\n10^6 cells\n~~60~~30 days^1\n\nc. one\nd. two\n\n1\n\nSee annex.")
  expect(metadata).toEqual({ format: "opendocument" })
})

test("an OpenDocument workbook gives its sheets; repeated and merged cells are written out, its empty edge is not", async () => {
  const cell = (text: string, more = "") =>
    `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`
  const { text } = await loadOne(
    "a.ods",
    odf(
      "",
      '<office:spreadsheet><table:table table:name="Prices"><table:table-row>' +
        `${cell("Region")}${cell("Price")}${cell("Tax")}</table:table-row><table:table-row>${cell("North", 'table:number-rows-spanned="2"')}` +
        `${cell("5", 'table:number-columns-repeated="2"')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>` +
        `<table:table-row><table:covered-table-cell/>${cell("6")}${cell("7")}</table:table-row>` +
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row></table:table></office:spreadsheet>',
    ),
  )
  expect(text.replaceAll(/(?: \|)+(?=\n|$)/g, " |").replaceAll(/(?: ---| \|){6,}/g, "")).toContain(
    "| North | 5 | 5 |",
  )
  expect(text).toMatch(/^## Prices\n\n\| Region \| Price \| Tax \|/)
  expect(text).toContain("| North | 6 | 7 |")
  expect(text.length).toBeLessThan(1000)
})

test("a book is read chapter by chapter, and a missing one is told", async () => {
  const { title, text, metadata } = await loadOne(
    "a.epub",
    zip({
      "META-INF/container.xml":
        '<container><rootfiles><rootfile full-path="OEBPS/a.opf"/></rootfiles></container>',
      "OEBPS/a.opf":
        '<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>The Book</dc:title></metadata><manifest><item id="b" href="b%20c.xhtml"/><item id="a" href="a.xhtml"/>' +
        '<item id="x" href="x.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="x"/><itemref idref="b"/></spine></package>',
      "OEBPS/a.xhtml": "<html><body><h1>One</h1><p>First.</p></body></html>",
      "OEBPS/b c.xhtml": "<html><body><p>Second.</p></body></html>",
    }),
  )
  expect([title, text]).toEqual(["The Book", "# One\n\nFirst.\n\nSecond."])
  expect(metadata).toEqual({ format: "epub", problems: ["The chapter x.xhtml is missing."] })
})

test("an RTF file keeps its words, code pages, tables, raised and struck letters", async () => {
  const read = async (body: string) =>
    (await loadOne("a.rtf", `{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}${body}}`)).text
  expect(await read("Gr\\'fc\\'dfe\\par Second {\\b bold} line\\line broken \\u8364?100")).toBe(
    "Gr\u00fc\u00dfe\n\nSecond bold line\nbroken \u20ac100",
  )
  expect(
    await read(
      "10{\\super 6} and {\\strike 60}30 {\\*\\generator hidden}{\\field{\\*\\fldinst HYPERLINK}{\\fldrslt link}}",
    ),
  ).toBe("10^6 and ~~60~~30 link")
  const row = (...cells: string[]) =>
    `\\trowd\\cellx100\\cellx200\\pard\\intbl ${cells.map((text) => `${text}\\cell `).join("")}\\row`
  expect(await read(`${row("A", "B")}${row("1", "2")}\\pard after`)).toBe(
    "| A | B |\n| --- | --- |\n| 1 | 2 |\n\nafter",
  )
  expect((await loadAll(await folderOf({ "a.rtf": "no RTF", "b.txt": "{\\rtf1 a}" }))).reasons).toEqual([
    "damaged",
  ])
})

test("a mail gives its header, its text and the names of what is attached", async () => {
  const mail = [
    "From: =?utf-8?q?J=C3=BCrgen?= <j@example.org>",
    "To: a@example.org, Ann <ann@example.org>",
    "Subject: Payment",
    "Date: Mon, 30 Nov 2026 10:00:00 +0000",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="x"',
    "",
    "--x",
    "Content-Type: text/html; charset=utf-8",
    "",
    "<p>Pay <s>60</s>30.</p>",
    "--x",
    'Content-Type: application/pdf; name="bill.pdf"',
    'Content-Disposition: attachment; filename="bill.pdf"',
    "",
    "%PDF",
    "--x--",
    "",
  ]
  const { title, text, metadata } = await loadOne("a.eml", mail.join("\r\n"))
  expect(title).toBe("Payment")
  expect(text).toMatch(/^From: J\u00fcrgen <j@example.org>\nTo: a@example.org, Ann <ann@example.org>\nDate: /)
  expect(text).toContain("Subject: Payment\n\nPay ~~60~~30.\n\nAttachments: bill.pdf")
  expect(metadata).toEqual({
    format: "email",
    attachments: ["bill.pdf"],
    problems: ["The attachment bill.pdf was not read."],
  })
})
