import { utils, write } from "@e965/xlsx"
import { expect, test } from "vitest"
import { LoadFileError } from "../../src/files/kit/errors"
import { unlessDamaged } from "../../src/files/office/parts"
import { docxFile } from "./docx/fixture"
import { folderOf, loadAll, loadOne, pdf, zip } from "./fixtures"
import { number, row, text as textCell, xlsx } from "./spreadsheet/fixture"

/** A packed file of which one part is no longer what its checksum says. */
function withDamaged(bytes: Uint8Array, part: string): Uint8Array {
  const copy = Buffer.from(bytes)
  const name = copy.lastIndexOf(part)
  expect(copy.readUInt32LE(name - 46)).toBe(0x02014b50)
  copy.writeUInt8(copy.readUInt8(name - 30) ^ 1, name - 30)
  return new Uint8Array(copy)
}

const paragraph = (inner: string) => `<w:p>${inner}</w:p>`
const word = docxFile(
  paragraph(
    '<w:r><w:t>Body</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r>' +
      '<w:pPr><w:sectPr><w:headerReference w:type="default" r:id="header1"/></w:sectPr></w:pPr>',
  ),
  {
    footnotes: `<w:footnotes><w:footnote w:id="2">${paragraph("<w:r><w:t>Note</w:t></w:r>")}</w:footnote></w:footnotes>`,
    header1: `<w:hdr>${paragraph("<w:r><w:t>Head</w:t></w:r>")}</w:hdr>`,
    styles: "<w:styles/>",
  },
)

const slide = (words: string) =>
  `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`
const relations = (...entries: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships>${entries.map(([id, type, target]) => `<Relationship Id="${id}" Type="t/${type}" Target="${target}"/>`).join("")}</Relationships>`
const deck = zip({
  "ppt/presentation.xml":
    '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId r:id="r1"/><p:sldId r:id="r2"/></p:sldIdLst></p:presentation>',
  "ppt/_rels/presentation.xml.rels": relations(
    ["r1", "slide", "slides/slide1.xml"],
    ["r2", "slide", "slides/slide2.xml"],
  ),
  "ppt/slides/slide1.xml": slide("First"),
  "ppt/slides/slide2.xml": slide("Second"),
  "ppt/slides/_rels/slide2.xml.rels": relations(["n", "notesSlide", "../notesSlides/n.xml"]),
  "ppt/notesSlides/n.xml": slide("Say").replace("<p:sp>", '<p:sp><p:ph type="body"/>'),
})
const book = xlsx([{ rows: row(1, textCell("A1", "Here")) }, { rows: row(1, number("A1", 7)) }])
const epub = zip({
  "META-INF/container.xml": '<container><rootfile full-path="b.opf"/></container>',
  "b.opf":
    '<package><metadata/><manifest><item id="a" href="a.xhtml"/><item id="b" href="b.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
  "a.xhtml": "<p>First",
  "b.xhtml": "<p>Second",
})
const odf = (paragraphs: string) =>
  `<office:document-content><office:body><office:text>${paragraphs}</office:text></office:body></office:document-content>`
const odt = zip({ "content.xml": odf("<text:p>Words</text:p>"), "styles.xml": "<office:document-styles/>" })

test.each<readonly [name: string, part: string, bytes: Uint8Array, text: string]>([
  ["a.docx", "word/footnotes.xml", word, "Head\n\nBody[1]"],
  ["a.docx", "word/header1.xml", word, "Body[1]\n\n[1] Note"],
  ["a.docx", "word/styles.xml", word, "Head\n\nBody[1]\n\n[1] Note"],
  ["a.docx", "word/_rels/document.xml.rels", word, "Body[1]"],
  ["a.pptx", "ppt/slides/slide1.xml", deck, "## Slide 2\n\nSecond\n\nNotes: Say"],
  ["a.pptx", "ppt/notesSlides/n.xml", deck, "## Slide 1\n\nFirst\n\n## Slide 2\n\nSecond"],
  ["a.pptx", "ppt/slides/_rels/slide2.xml.rels", deck, "## Slide 1\n\nFirst\n\n## Slide 2\n\nSecond"],
  ["a.xlsx", "xl/worksheets/0.xml", book, "## S2\n\n7"],
  ["a.xlsx", "xl/strings.xml", book, "## S1\n\nHere\n\n## S2\n\n7"],
  ["a.epub", "a.xhtml", epub, "Second"],
  ["a.odt", "styles.xml", odt, "Words"],
])("%s without %s: the rest is read, and the part is named", async (name, part, bytes, text) => {
  const document = await loadOne(name, withDamaged(bytes, part))
  expect(document.text).toBe(text)
  expect((document.metadata!.problems as string[]).join(" ")).toContain(part)
})

test.each<readonly [name: string, part: string, bytes: Uint8Array]>([
  ["a.docx", "word/document.xml", word],
  ["a.pptx", "ppt/presentation.xml", deck],
  ["a.xlsx", "xl/workbook.xml", book],
  // Dates would be read as numbers.
  ["a.xlsx", "xl/styles.xml", book],
  ["a.epub", "b.opf", epub],
  ["a.odt", "content.xml", odt],
])("%s without %s is refused, and the part is named", async (name, part, bytes) => {
  const { failures, reasons } = await loadAll(await folderOf({ [name]: withDamaged(bytes, part) }))
  expect(reasons).toEqual(["damaged"])
  expect(failures[0]!.error.message).toContain(part)
})

test("a part that is no XML is named as one that can't be unpacked", async () => {
  const bytes = docxFile(paragraph("<w:r><w:t>Body</w:t></w:r>"), { comments: "<w:comments><w:p>" })
  expect((await loadOne("a.docx", bytes)).metadata!.problems).toEqual([
    expect.stringContaining("word/comments.xml"),
  ])
})

const biff = () => {
  const older = utils.book_new()
  utils.book_append_sheet(older, utils.aoa_to_sheet([["Town", "No"]]), "Towns")
  return new Uint8Array(write(older, { type: "buffer", bookType: "biff8" }))
}

type Misnamed = readonly [
  name: string,
  bytes: () => Promise<string | Uint8Array>,
  format: string,
  words: string,
]
const misnamed: readonly Misnamed[] = [
  ["docx.xlsx", async () => word, "docx", "Body"],
  ["docx.pdf", async () => word, "docx", "Body"],
  ["xlsx.docx", async () => book, "spreadsheet", "Here"],
  ["xlsx.csv", async () => book, "spreadsheet", "Here"],
  ["pptx.docx", async () => deck, "pptx", "First"],
  ["epub.odt", async () => epub, "epub", "First"],
  ["odt.docx", async () => odt, "opendocument", "Words"],
  ["pdf.txt", () => pdf((page) => void page.text("Printed")), "pdf", "Printed"],
  ["rtf.docx", async () => "{\\rtf1 Rich}", "rtf", "Rich"],
  [
    "page.xls",
    async () => '\ufeff<html xmlns:x="x"><table><tr><td>1/2<td>2',
    "html",
    "| 1/2 | 2 |\n| --- | --- |",
  ],
  ["page.pdf", async () => "<!DOCTYPE html><p>Sign in", "html", "Sign in"],
]

test.each(misnamed)("%s is read as what it is, and that is told", async (name, bytes, format, words) => {
  const { text, metadata } = await loadOne(name, await bytes())
  expect(text).toContain(words)
  expect(metadata).toMatchObject({
    format,
    problems: [expect.stringMatching(new RegExp(`^Its ending says .*, its bytes are ${format}`))],
  })
})

test("a workbook of the older format under the newer ending is a workbook", async () => {
  expect((await loadOne("a.xlsx", biff())).text).toBe("## Towns\n\n| Town | No |\n| --- | --- |")
})

test.each([
  ["words.docx", "words", "damaged"],
  ["words.pdf", "words", "damaged"],
  ["picture.pdf", Buffer.from("\u0089PNG\r\n\u001a\n0000", "latin1"), "damaged"],
  ["picture.txt", Buffer.from("\u0089PNG\r\n\u001a\n0000", "latin1"), "binary"],
  ["archive.docx", zip({ "a.txt": "words" }), "damaged"],
  ["archive.xlsx", zip({ "a.txt": "words" }), "damaged"],
  ["archive.epub", zip({ "a.txt": "words" }), "damaged"],
  ["archive.odt", zip({ "a.txt": "words" }), "damaged"],
  ["book.docx", biff(), "unsupported"],
  [
    "locked.odt",
    zip({ "META-INF/manifest.xml": "<manifest:encryption-data/>", "content.xml": "\u0001" }),
    "encrypted",
  ],
  [
    "locked.epub",
    zip({
      "META-INF/container.xml": '<container><rootfile full-path="b.opf"/></container>',
      "META-INF/encryption.xml":
        '<encryption><enc:CipherReference URI="OPS/a%20b.xhtml"/><enc:CipherReference URI="font.otf"/></encryption>',
      "b.opf":
        '<package><manifest><item id="a" href="OPS/a%20b.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
      "OPS/a b.xhtml": "\u0001\u0002",
    }),
    "encrypted",
  ],
])("%s has a reason", async (name, bytes, reason) => {
  expect((await loadAll(await folderOf({ [name]: bytes }))).reasons).toEqual([reason])
})

test("a part that is too large refuses the file: it is no damage that is told and left out", async () => {
  const problems: string[] = []
  const read = async () => {
    throw new LoadFileError("too-large", "One part of it has too many elements.")
  }
  const told = unlessDamaged((text) => void problems.push(text), read)
  await expect(told).rejects.toMatchObject({ reason: "too-large" })
  expect(problems).toEqual([])
})
