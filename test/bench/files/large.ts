import { utils, write } from "@e965/xlsx"
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from "docx"
import { pdf, zip } from "../../files/fixtures"
import { prose } from "../prose"

const relations = (entries: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries}</Relationships>`
const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const cellsOf = (row: number) => [
  row,
  `Order ${row}`,
  row % 7 === 0 ? "paid" : "open",
  row * 1.25,
  new Date(Date.UTC(2024, 0, 1 + (row % 365))),
  `Town ${row % 90}`,
  row / 3,
  "kg",
]
const rows = (count: number) => Array.from({ length: count }, (_, row) => cellsOf(row))

/** One large file of each format, as a program would write it. */
export const largeFiles: {
  readonly [name: string]: () => Promise<string | Uint8Array> | string | Uint8Array
} = {
  "10 MB.txt": () => prose(10_000_000),
  "10 MB.html": () => page(10_000_000),
  "0.9 MB of words.pdf": () =>
    pdf((document) => {
      for (const paragraph of paragraphs(900_000)) document.text(paragraph).moveDown()
    }),
  "12,000 paragraphs.docx": async () => Packer.toBuffer(word(12_000)),
  "400 slides.pptx": () => deck(400),
  "40,000 rows.xlsx": () => workbook(40_000, "xlsx"),
  "40,000 rows.xls": () => workbook(40_000, "biff8"),
  "200,000 rows.csv": () => utils.sheet_to_csv(utils.aoa_to_sheet(rows(200_000))),
  "100,000 rows.json": () => JSON.stringify(rows(100_000)),
  "40,000 rows.ods": () => workbook(40_000, "ods"),
  "3 MB of words.odt": () =>
    zip({
      "content.xml": `<office:document-content><office:body><office:text>${paragraphs(3_000_000)
        .map((text) => `<text:p text:style-name="P1">${text}</text:p>`)
        .join("")}</office:text></office:body></office:document-content>`,
    }),
  "10 MB.rtf": () =>
    `{\\rtf1\\ansi\\ansicpg1252 ${paragraphs(10_000_000)
      .map((text) => `\\pard\\plain ${text.replace(/ a /g, " {\\b a} ")}\\par\n`)
      .join("")}}`,
  "100 chapters.epub": () => book(100),
  "10 MB.eml": () => `From: a@example.org\nSubject: Long\nContent-Type: text/plain\n\n${prose(10_000_000)}`,
}

/** Five sentences each, without what would be marks in XML, HTML or RTF. */
function paragraphs(length: number): readonly string[] {
  const sentences = prose(length)
    .replace(/[<&{}\\]/g, "")
    .replace(/\s+/g, " ")
    .split(". ")
  return Array.from(
    { length: Math.ceil(sentences.length / 5) },
    (_, at) => `${sentences.slice(at * 5, at * 5 + 5).join(". ")}.`,
  )
}

function page(length: number): string {
  const blocks = paragraphs(length).map((text, index) =>
    index % 10 === 0
      ? `<h2>${index}</h2><table><tr><th>No<th>Name<tr><td>${index}<td>${text.slice(0, 40)}</table>`
      : `<p>${text.replace(/ the /g, " <b>the</b> ")}</p>`,
  )
  return `<!doctype html><title>Large</title><body>${blocks.join("\n")}`
}

function word(count: number): Document {
  const texts = paragraphs(count * 260)
  const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] })
  const children = Array.from({ length: count }, (_, index) => {
    const text = texts[index % texts.length]!
    if (index % 100 === 0) return new Paragraph({ text: `Section ${index}`, heading: HeadingLevel.HEADING_1 })
    if (index % 50 !== 25) return new Paragraph(text)
    return new Table({ rows: [1, 2, 3].map((no) => new TableRow({ children: [cell(`${no}`), cell(text)] })) })
  })
  return new Document({ sections: [{ children }] })
}

function deck(count: number): Uint8Array {
  const texts = paragraphs(count * 1200)
  const shape = (text: string, role: string) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${role}"/></p:nvPr></p:nvSpPr><p:txBody>${text
      .split(". ")
      .map((line) => `<a:p><a:r><a:rPr lang="en-US"/><a:t>${line}</a:t></a:r></a:p>`)
      .join("")}</p:txBody></p:sp>`
  const slides = Array.from({ length: count }, (_, index) => index + 1)
  return zip({
    "[Content_Types].xml": "<Types/>",
    "ppt/presentation.xml": `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${type}"><p:sldIdLst>${slides.map((n) => `<p:sldId id="${255 + n}" r:id="r${n}"/>`).join("")}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relations(
      slides
        .map((n) => `<Relationship Id="r${n}" Type="${type}/slide" Target="slides/slide${n}.xml"/>`)
        .join(""),
    ),
    ...Object.fromEntries(
      slides.map((n) => [
        `ppt/slides/slide${n}.xml`,
        `<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree>${shape(`Slide ${n}`, "title")}${texts
          .slice((n * 4) % texts.length, ((n * 4) % texts.length) + 4)
          .map((text) => shape(text, "body"))
          .join("")}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
  })
}

function workbook(count: number, bookType: "xlsx" | "biff8" | "ods"): Uint8Array {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows(count)), "Orders")
  return new Uint8Array(write(book, { type: "buffer", bookType }))
}

function book(count: number): Uint8Array {
  const numbers = Array.from({ length: count }, (_, index) => index)
  const items = numbers.map((n) => `<item id="c${n}" href="c${n}.xhtml"/>`).join("")
  const spine = numbers.map((n) => `<itemref idref="c${n}"/>`).join("")
  return zip({
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
    "b.opf": `<package><metadata/><manifest>${items}</manifest><spine>${spine}</spine></package>`,
    ...Object.fromEntries(numbers.map((n) => [`c${n}.xhtml`, page(60_000)])),
  })
}
