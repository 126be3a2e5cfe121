import { expect, test } from "vitest"
import { docxFailure, docxFile, docxText, paragraph, run } from "./fixture"

const level = (index: number, format: string, text: string, more = "") =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${more}</w:lvl>`
const numbering =
  `<w:numbering><w:abstractNum w:abstractNumId="0">${level(0, "decimal", "%1.")}${level(1, "lowerLetter", "(%2)")}${level(2, "lowerRoman", "%1.%3")}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="1">${level(0, "upperRoman", "Article %1", '<w:pStyle w:val="Clause"/>')}${level(1, "decimal", "%1.%2", "<w:isLgl/>")}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="2">${level(0, "bullet", "\u2022")}${level(1, "bullet", "o")}</w:abstractNum>` +
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>' +
  '<w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num></w:numbering>'
const item = (text: string, list: number, depth = 0) =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr>`)

test("lists go on after a paragraph, begin anew below, and start where they are told to", async () => {
  const body =
    item("one", 1) +
    item("a", 1, 1) +
    item("b", 1, 1) +
    item("deep", 1, 2) +
    paragraph(run("A note.")) +
    item("two", 1) +
    item("again a", 1, 1) +
    item("five", 4) +
    item("six", 4)
  expect(await docxText(body, { numbering })).toBe(
    "1. one\n   (a) a\n   (b) b\n       1.i deep\n\nA note.\n\n2. two\n   (a) again a\n5. five\n6. six",
  )
})

test("a numbered style, legal figures and bullets are as printed", async () => {
  const styles =
    '<w:styles><w:style w:styleId="Clause"><w:name w:val="heading 2"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style></w:styles>'
  const clause = (text: string) => paragraph(run(text), '<w:pStyle w:val="Clause"/>')
  const body =
    clause("Rent") +
    item("monthly", 2, 1) +
    clause("Term") +
    item("yearly", 2, 1) +
    item("dot", 3) +
    item("ring", 3, 1)
  expect(await docxText(body, { numbering, styles })).toBe(
    "## Article I Rent\n\n1.1 monthly\n\n## Article II Term\n\n2.1 yearly\n- dot\n  - ring",
  )
})

test("an outline level makes a heading of a short paragraph, not of a clause", async () => {
  const long = "word ".repeat(60).trim()
  const outline = '<w:outlineLvl w:val="1"/>'
  expect(await docxText(paragraph(run("Scope"), outline) + paragraph(run(long), outline))).toBe(
    `## Scope\n\n${long}`,
  )
})

const cell = (inner: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${inner}</w:tc>`
const textCell = (text: string, properties = "") => cell(paragraph(run(text)), properties)
const row = (cells: string, properties = "") => `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`
const table = (rows: string) => `<w:tbl>${rows}</w:tbl>`

test("merged cells are repeated, columns keep their place, deleted rows are gone", async () => {
  const rows =
    row(textCell("Region") + textCell("City") + textCell("Sum")) +
    row(textCell("North", '<w:vMerge w:val="restart"/>') + textCell("Oslo") + textCell("1")) +
    row(textCell("", "<w:vMerge/>") + textCell("Bergen") + textCell("2")) +
    row(textCell("gone"), "<w:del/>") +
    row(textCell("All", '<w:gridSpan w:val="2"/>') + textCell("3")) +
    row(textCell("4"), '<w:gridBefore w:val="2"/>')
  expect(await docxText(table(rows))).toBe(
    "| Region | City | Sum |\n| --- | --- | --- |\n| North | Oslo | 1 |\n| North | Bergen | 2 |\n| All | All | 3 |\n|  |  | 4 |",
  )
})

test("a frame of one cell is its text, and a table in a cell stays readable", async () => {
  const inner = table(row(textCell("Pen") + textCell("2")) + row(textCell("Ink") + textCell("5")))
  expect(await docxText(table(row(textCell("boxed"))))).toBe("boxed")
  expect(
    await docxText(table(row(textCell("Order") + textCell("Items")) + row(textCell("7") + cell(inner)))),
  ).toBe("| Order | Items |\n| --- | --- |\n| 7 | Pen, 2; Ink, 5 |")
})

const reference = (kind: string, id: string, type = "default") =>
  `<w:${kind}Reference w:type="${type}" r:id="${id}"/>`

test("headers and footers that are shown are read once, without the numbers of pages", async () => {
  const page = (text: string) => `<w:fldSimple w:instr=" ${text} ">${run("7")}</w:fldSimple>`
  const body =
    paragraph(run("one"), `<w:sectPr>${reference("header", "header1")}</w:sectPr>`) +
    paragraph(run("two")) +
    `<w:sectPr>${reference("header", "header2")}${reference("header", "header3", "first")}${reference("footer", "footer1")}</w:sectPr>`
  const parts = {
    header1: `<w:hdr>${paragraph(run("Lease of 2024"))}</w:hdr>`,
    header2: `<w:hdr>${paragraph(run("Lease of 2024"))}${paragraph(run("Alder Ltd, signed copy ") + page("PAGE"))}</w:hdr>`,
    header3: `<w:hdr>${paragraph(run("never on a page"))}</w:hdr>`,
    footer1: `<w:ftr>${paragraph(run("Page ") + page("PAGE") + run(" of ") + page("NUMPAGES"))}${paragraph(run("Confidential"))}</w:ftr>`,
  }
  expect(await docxText(body, parts)).toBe(
    "Lease of 2024\n\nAlder Ltd, signed copy\n\none\n\ntwo\n\nConfidential",
  )
})

test("foot and end notes stand last under the marks that the text has", async () => {
  const mark = (kind: string, id: number, more = "") =>
    `<w:r><w:${kind}Reference w:id="${id}" ${more}/></w:r>`
  const note = (kind: string, id: number, text: string, type = "") =>
    `<w:${kind} w:id="${id}"${type && ` w:type="${type}"`}>${paragraph(run(text))}</w:${kind}>`
  const body = paragraph(
    run("Sum") +
      mark("footnote", 3) +
      run(" paid") +
      mark("endnote", 2) +
      mark("footnote", 4, 'w:customMarkFollows="1"') +
      run("*"),
  )
  const footnotes = `<w:footnotes>${note("footnote", 0, "line", "separator")}${note("footnote", 4, "* Star.")}${note("footnote", 3, "In euro.")}</w:footnotes>`
  const endnotes = `<w:endnotes>${note("endnote", 2, "In May.")}</w:endnotes>`
  expect(await docxText(body, { footnotes, endnotes })).toBe(
    "Sum[1] paid[i]*\n\n[1] In euro.\n\n* Star.\n\n[i] In May.",
  )
})

test("parts cut short, and elements without end, are refused with a reason", async () => {
  const whole = docxFile(paragraph(run("a")))
  expect(await docxFailure(whole.slice(0, 200))).toMatchObject([{ reason: "damaged" }])
  expect(await docxFailure(docxFile("<w:p><w:r>"))).toMatchObject([{ reason: "damaged" }])
  const deep = "<w:sdt>".repeat(5000) + "</w:sdt>".repeat(5000)
  expect(await docxFailure(docxFile(deep))).toMatchObject([{ reason: "damaged" }])
})
