import { utils, write } from "@e965/xlsx"
import { describe, expect, it } from "vitest"
import { formatTable } from "../../src/files/formats"
import { LoadFileError } from "../../src/files/kit/errors"
import { docxFile } from "../files/docx/fixture"
import { rawPdf, zip } from "../files/fixtures"
import { slowAsyncRuns } from "./runs"

const formats = formatTable()

/** Reads a file as its loader does, in this thread; a typed refusal is an answer too. */
async function read(name: string, content: string | Uint8Array): Promise<unknown> {
  const format = formats.of(name)!
  const parse = await format.loadParser()
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
  const limits = { maxUnpackedBytes: 10_000_000, maxTextLength: 10_000_000 }
  try {
    return (await parse({ bytes, name, ...limits, includeHidden: true, signal: undefined })).text
  } catch (error) {
    if (error instanceof LoadFileError) return error
    // What a parser's own package throws is reported as `damaged`.
    return error
  }
}

const words = [
  "\n",
  " ",
  "\u2028",
  ".",
  "a ",
  "A. ",
  "|",
  "-",
  "`",
  "*",
  "\\",
  "&amp;",
  "1,",
  "\u0301",
  "\u4e2d",
]
const marks = [
  "<",
  ">",
  "&",
  "<b>",
  "</b>",
  "<b></b>",
  "<a b='c'>",
  '<a b="',
  "<!--",
  "<![CDATA[",
  "]]>",
  "<?a ",
  "&#1;",
  "&#x",
  "&a",
]
const html = [
  "<pre> ",
  "<pre>\n",
  "<ul><li>",
  "<blockquote>\n",
  "<table><tr><td>",
  "<td rowspan=9>",
  "<td colspan=9>a",
  "<tr><td>a",
  "<sup>1</sup>",
  "<a href=x>",
  "<h1>a",
  "<p>",
  "<br>",
  "<math><mi>x",
  "<select><option>",
]
const docx = [
  "<w:p>",
  "<w:p/>",
  "<w:p><w:r><w:t>a</w:t></w:r></w:p>",
  "<w:r><w:t> </w:t></w:r>",
  "<w:r><w:tab/></w:r>",
  "<w:tbl><w:tr><w:tc>",
  "<w:tr><w:tc/></w:tr>",
  '<w:tc><w:tcPr><w:gridSpan w:val="9"/></w:tcPr></w:tc>',
  "<w:sdt>",
  '<w:fldChar w:fldCharType="begin"/>',
  "<m:oMath><m:r>",
  "<w:ins>",
  "<w:hyperlink>",
]
const slides = [
  "<a:p>",
  "<a:p><a:r><a:t>a</a:t></a:r></a:p>",
  "<p:sp>",
  "<p:sp><p:txBody><a:p/></p:txBody></p:sp>",
  "<a:tbl><a:tr><a:tc>",
  "<a:tr><a:tc/></a:tr>",
  "<p:grpSp>",
]
const office = [
  "<text:p>",
  "<text:p>a</text:p>",
  "<text:s text:c='9'/>",
  "<table:table><table:table-row><table:table-cell>",
  "<table:table-cell table:number-columns-repeated='9'/>",
  "<text:list><text:list-item>",
  "<text:span>",
]
const rows = [
  "<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>",
  "<table:table-row table:number-rows-repeated='9'><table:table-cell/></table:table-row>",
  "<table:table-row><table:table-cell table:number-columns-spanned='9' table:number-rows-spanned='9'><text:p>a</text:p></table:table-cell></table:table-row>",
  "<table:table-column table:visibility='collapse' table:number-columns-repeated='9'/>",
  "<table:table-row-group>",
  "<table:shapes>",
]
const cells = [
  "<row>",
  "<row><c/></row>",
  "<c><v>1</v></c>",
  '<c t="s"><v>0</v></c>',
  '<c t="inlineStr"><is><t>a</t></is></c>',
  '<mergeCell ref="A1:B2"/>',
  '<row r="9"><c r="XFD9"><v>1</v></c></row>',
]
const rtf = ["{", "}", "{\\b a}", "\\par ", "\\u123?", "\\'e9", "\\bin9 ", "\\trowd\\cell\\row ", "\\tab"]
const mail = [
  "a: b\n",
  " b\n",
  "=?utf-8?q?a?= ",
  "=3D",
  "=\n",
  "--b\n",
  "--b\nContent-Type: text/plain\n\na\n",
  "<",
]
const json = ["{", "[", "[1,", '{"a":', '"a":1,', "1,", '\\"', "\\u0041", '{"a":1}\n', "[[],"]
const csv = [",", ";", '"', '""', '"a\n",', "a,b\n", "a\tb\n"]
const pdf = ["(a) Tj ", "(a) Tj 0 -12 Td ", "(1) Tj 60 0 Td ", "[(a) -900 (b)] TJ ", "(-) Tj T* ", "BT ET "]

const slide = (body: string): Uint8Array =>
  zip({
    "ppt/presentation.xml":
      '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>',
    "ppt/_rels/presentation.xml.rels":
      '<Relationships><Relationship Id="r1" Type="t/slide" Target="slides/slide1.xml"/></Relationships>',
    "ppt/slides/slide1.xml": `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${body}</p:spTree></p:cSld></p:sld>`,
  })
const sheet = (body: string): Uint8Array =>
  zip({
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml":
      '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="r1" Type="t/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/sharedStrings.xml": "<sst><si><t>word</t></si></sst>",
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${body}</sheetData></worksheet>`,
  })
const opendocument = (text: string): Uint8Array => {
  const body = `<office:body><office:text>${text}</office:text></office:body>`
  return zip({ "content.xml": `<office:document-content>${body}</office:document-content>` })
}
const book = (page: string): Uint8Array =>
  zip({
    "META-INF/container.xml": '<container><rootfile full-path="b.opf"/></container>',
    "b.opf":
      '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
    "a.xhtml": `<html><body>${page}</body></html>`,
  })
const inOds = (rows: string): Uint8Array =>
  zip({
    "content.xml": `<office:document-content><office:body><office:spreadsheet><table:table>${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
  })
/** The one sheet of a workbook of the older format, one text in each of its cells. */
const older = (texts: readonly string[]): Uint8Array => {
  const workbook = utils.book_new()
  utils.book_append_sheet(workbook, utils.aoa_to_sheet(texts.map((text) => [text, text.length])), "S")
  return new Uint8Array(write(workbook, { type: "buffer", bookType: "biff8" }))
}
const inner = (text: string): string => text.slice(1, -1)
const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"

type Reader = readonly [
  name: string,
  pieces: readonly string[],
  make: (text: string) => string | Uint8Array,
  /** Read without a failure, so that the runs are not refused at the door. */
  sample?: string,
]
const readers: readonly Reader[] = [
  ["a.txt", words, (text) => text],
  ["a.md", words, (text) => text],
  ["a.html", [...words, ...marks, ...html], (text) => text],
  ["a.csv", [...words, ...csv], (text) => text],
  ["a.json", [...words, ...json], (text) => `["${text}"]`],
  ["a.json", json, inner, '{"a":[1]}'],
  ["a.jsonl", json, inner, '{"a":1}\n[2]\n'],
  ["a.rtf", [...words, ...rtf], (text) => `{\\rtf1 ${text}}`],
  ["a.eml", [...words, ...mail], (text) => `Subject: ${text}\n\n${text}`],
  ["a.eml", mail, (text) => `Content-Type: multipart/mixed; boundary=b\n\n${text}`, "--b\n\na\n--b--\n"],
  ["a.docx", [...words, ...marks, ...docx], (text) => docxFile(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)],
  ["a.docx", docx, (text) => docxFile(inner(text)), docx[2]!],
  [
    "a.pptx",
    [...marks, ...slides],
    (text) => slide(inner(text)),
    `<p:sp><p:txBody>${slides[1]}</p:txBody></p:sp>`,
  ],
  ["a.xlsx", [...marks, ...cells], (text) => sheet(inner(text)), `<row>${cells[2]}</row>`],
  ["a.odt", [...marks, ...office], opendocument, office[1]!],
  ["a.ods", rows, (text) => inOds(inner(text)), rows[0]!],
  ["a.epub", [...words, ...marks, ...html], book],
  // A cell holds 32,767 letters: a run is cut into as many cells as it has pieces.
  ["a.xls", [...words, "=A1", "1/2 "], (text) => older(text.match(/.{1,30}/gsu) ?? [])],
  ["a.pdf", pdf, (text) => rawPdf(`BT /F1 12 Tf 72 720 Td 14 TL ${inner(text)} ET`, font), pdf[0]!],
]

describe("files are read in linear time", () => {
  for (const [name, pieces, make, sample = "words"] of readers) {
    it(`${name}, of ${pieces.length} runs`, async () => {
      expect(await read(name, make(`x${sample}x`))).toBeTypeOf("string")
      expect(await slowAsyncRuns(pieces, (text) => read(name, make(text)))).toEqual([])
    })
  }
})
