import { expect, test } from "vitest"
import { folderOf, loadAll, loadOne, zip } from "./fixtures"

const odf = (styles: string, body: string, parts: { readonly [name: string]: string } = {}) =>
  zip({
    ...parts,
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
  expect(text).toBe("## Terms\n\n10^6 cells\n~~60~~30 days[1]\n\nc. one\nd. two\n\n[1] See annex.")
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

test("a filled row of an OpenDocument workbook that stands too often is read so many times, and told of", async () => {
  const { text, metadata } = await loadOne(
    "a.ods",
    odf(
      "",
      '<office:spreadsheet><table:table table:name="A"><table:table-row table:number-rows-repeated="1500">' +
        "<table:table-cell><text:p>5</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>",
    ),
  )
  expect(text.match(/5/g)).toHaveLength(1000)
  expect(metadata?.problems).toEqual(["A row that stands 1500 times was read 1000 times."])
})

const odt = async (styles: string, body: string, parts?: { readonly [name: string]: string }) =>
  (await loadOne("a.odt", odf(styles, `<office:text>${body}</office:text>`, parts))).text

test("numbers of an OpenDocument list and of headings are those that are printed", async () => {
  const level = (number: number, more: string) =>
    `<text:list-level-style-number text:level="${number}" ${more}/>`
  const styles =
    `<text:list-style style:name="L">${level(1, 'style:num-format="I" style:num-prefix="(" style:num-suffix=")"')}` +
    `${level(2, 'style:num-format="1" text:display-levels="2" style:num-suffix="."')}</text:list-style>` +
    '<text:list-style style:name="B"><text:list-level-style-bullet text:level="1"/></text:list-style>'
  const item = (inner: string, more = "") => `<text:list-item ${more}>${inner}</text:list-item>`
  const list = (inner: string, more = "") => `<text:list text:style-name="L" ${more}>${inner}</text:list>`
  const p = (text: string) => `<text:p>${text}</text:p>`
  const sub = (inner: string) => `<text:list>${inner}</text:list>`
  const body =
    list(item(p("one") + sub(item(p("below")))) + item(p("two")), 'xml:id="a"') +
    p("between") +
    // Goes on a level deeper, without a word of its own level.
    list(item(sub(item(p("deep")))) + item(p("three")), 'text:continue-list="a"') +
    list(item(p("again"), 'text:start-value="9"') + item(p("ten"))) +
    '<text:list text:style-name="B"><text:list-item><text:p>point</text:p></text:list-item></text:list>'
  expect(await odt(styles, body)).toBe(
    "(I) one\n    I.1. below\n(II) two\n\nbetween\n\n  II.1. deep\n(III) three\n\n(IX) again\n(X) ten\n\n- point",
  )
  const outline =
    '<office:document-styles><office:styles><text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/>' +
    '<text:outline-level-style text:level="2" style:num-format="a" text:display-levels="2"/></text:outline-style></office:styles></office:document-styles>'
  const heading = (number: number, text: string, more = "") =>
    `<text:h text:outline-level="${number}" ${more}>${text}</text:h>`
  const headings =
    heading(1, "A") +
    heading(2, "B") +
    heading(2, "C") +
    heading(1, "D", 'text:is-list-header="true"') +
    heading(1, "E")
  expect(await odt("", headings, { "styles.xml": outline })).toBe(
    "# 1. A\n\n## 1.a B\n\n## 1.b C\n\n# D\n\n# 2. E",
  )
  expect(await odt(styles, list(item(heading(2, "In a list"))))).toBe("## (I) In a list")
})

test("an OpenDocument text has its headers and footers once, its formulas and charts, and what named styles strike", async () => {
  const master = (name: string, parts: string, more = "") =>
    `<style:master-page style:name="${name}" ${more}>${parts}</style:master-page>`
  const styles =
    '<office:document-styles><office:styles><style:style style:name="Old"><style:text-properties style:text-line-through-type="single"/></style:style></office:styles>' +
    `<office:master-styles>${master(
      "Standard",
      "<style:header><text:p>Acme</text:p></style:header><style:footer><text:p>Page <text:page-number>1</text:page-number> of <text:page-count>9</text:page-count></text:p><text:p>Confidential, page <text:page-number>1</text:page-number> of all</text:p></style:footer>",
      'style:next-style-name="Next"',
    )}${master("Next", "<style:header><text:p>Acme</text:p></style:header><style:footer><text:p>Next foot</text:p></style:footer>")}` +
    `${master("Unused", "<style:header><text:p>Nowhere</text:p></style:header>")}</office:master-styles></office:document-styles>`
  const body =
    '<text:p>From <text:span text:style-name="Old">60</text:span>30 <draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p>' +
    '<text:p><draw:frame><draw:object xlink:href="./Object 2"/></draw:frame></text:p>'
  const parts = {
    "styles.xml": styles,
    "Object 1/content.xml":
      '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow><annotation encoding="StarMath 5.0">x^2</annotation></semantics></math>',
    "Object 2/content.xml":
      "<office:document-content><office:body><office:chart><chart:chart><chart:title><text:p>Sales</text:p></chart:title>" +
      "<table:table><table:table-row><table:table-cell><text:p>2024</text:p></table:table-cell><table:table-cell><text:p>12.5</text:p></table:table-cell></table:table-row></table:table>" +
      "</chart:chart></office:chart></office:body></office:document-content>",
  }
  expect(await odt("", body, parts)).toBe(
    "Acme\n\nFrom ~~60~~30 x^2\n\nSales\n\n| 2024 | 12.5 |\n| --- | --- |\n\nConfidential, page of all\n\nNext foot",
  )
})

test("hidden sheets, rows, columns and slides of OpenDocument are marked, or left out", async () => {
  const styles =
    '<style:style style:name="off"><style:table-properties table:display="false"/></style:style>' +
    '<style:style style:name="gone"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
  const row = (texts: readonly string[], more = "") =>
    `<table:table-row ${more}>${texts.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join("")}</table:table-row>`
  const sheets =
    '<office:spreadsheet><table:table table:name="Shown"><table:table-column/><table:table-column table:visibility="collapse"/>' +
    `<table:shapes><draw:frame><draw:text-box><text:p>Box</text:p></draw:text-box></draw:frame></table:shapes>` +
    `<table:table-header-rows>${row(["A", "B", "C"])}</table:table-header-rows>${row(["1", "2", "3"], 'table:visibility="filter"')}${row(["4", "5", "6"])}</table:table>` +
    `<table:table table:name="Hidden" table:style-name="off">${row(["secret"])}</table:table></office:spreadsheet>`
  const folder = await folderOf({
    "a.ods": odf(styles, sheets),
    "b.odp": odf(
      styles,
      "<office:presentation>" +
        '<draw:page draw:master-page-name="M"><draw:frame presentation:class="title"><draw:text-box><text:p>Results</text:p></draw:text-box></draw:frame>' +
        '<draw:frame presentation:class="page-number"><draw:text-box><text:p>1</text:p></draw:text-box></draw:frame>' +
        '<presentation:notes><draw:frame presentation:class="notes"><draw:text-box><text:p>Say thanks.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>' +
        '<draw:page draw:style-name="gone"><draw:frame><draw:text-box><text:p>Spare</text:p></draw:text-box></draw:frame></draw:page></office:presentation>',
      {
        "styles.xml":
          '<office:document-styles><office:master-styles><style:master-page style:name="M"><draw:frame presentation:class="title"><draw:text-box><text:p>Click here</text:p></draw:text-box></draw:frame>' +
          "<draw:frame><draw:text-box><text:p>Acme</text:p></draw:text-box></draw:frame></style:master-page></office:master-styles></office:document-styles>",
      },
    ),
  })
  const { documents } = await loadAll(folder)
  expect(documents[0]!.text).toBe(
    "## Shown\n\n| A | B | C |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n\nBox\n\n## Hidden\n\nsecret",
  )
  expect(documents[0]!.metadata!.sheets).toMatchObject([
    { name: "Shown", hiddenRows: ["2:2"], hiddenColumns: ["B:B"] },
    { name: "Hidden", hidden: true },
  ])
  expect(documents[1]!.text).toBe("## Results\n\nAcme\n\nNotes: Say thanks.\n\n## Slide 2\n\nSpare")
  expect(documents[1]!.metadata!.pages).toMatchObject([{ page: 1 }, { page: 2, hidden: true }])
  const shown = await loadAll(folder, { includeHidden: false })
  expect(shown.documents.map(({ text }) => text)).toEqual([
    "## Shown\n\n| A | C |\n| --- | --- |\n| 4 | 6 |\n\nBox",
    "## Results\n\nAcme\n\nNotes: Say thanks.",
  ])
})

test("a book is read chapter by chapter, and a missing one is told", async () => {
  const { title, text, metadata } = await loadOne(
    "a.epub",
    zip({
      "META-INF/container.xml":
        '<container><rootfiles><rootfile full-path="OEBPS/a.opf"/></rootfiles></container>',
      "OEBPS/a.opf":
        '<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>The Book</dc:title></metadata><manifest><item id="b" href="b%20c.xhtml"/><item id="a" href="a.xhtml"/>' +
        '<item id="x" href="x.xhtml"/><item id="s" href="css/s.css"/></manifest><spine><itemref idref="a"/><itemref idref="x"/><itemref idref="b"/></spine></package>',
      "OEBPS/a.xhtml": "<html><body><h1>One</h1><p>First 10<span class=up>6</span>.</p></body></html>",
      "OEBPS/css/s.css": ".up { vertical-align: super }",
      "OEBPS/b c.xhtml": "<html><body><p>Second.</p></body></html>",
    }),
  )
  expect([title, text]).toEqual(["The Book", "# One\n\nFirst 10^6.\n\nSecond."])
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

test("marks of a book's notes are no part of a number or a word", async () => {
  const { text } = await loadOne(
    "a.html",
    '<p>For 30<sup><a epub:type="noteref" href="#n1">1</a></sup> days<a role="doc-noteref" href="#n2"><sup>2</sup></a>.' +
      "<aside><p><sup><a href=#r1>i</a></sup>A month.</aside><p><sup>2</sup>5 kg.",
  )
  expect(text).toBe("For 30[1] days[2].\n\ni A month.\n\n^(2)5 kg.")
})

const rtf = async (body: string) => loadOne("a.rtf", `{\\rtf1\\ansi\\ansicpg1252 ${body}}`)

test("headers, footers, notes and boxes of an RTF file are read once, each in its place", async () => {
  const { text, metadata } = await rtf(
    "{\\header Acme\\par Page {\\field{\\*\\fldinst PAGE }{\\fldrslt 1}} of 9\\par}{\\headerf Acme\\par}{\\footer Confidential\\par}" +
      "{\\listtext 1.\\tab}First{\\super\\chftn}{\\footnote {\\super\\chftn} See annex.} goes on" +
      "{\\shp{\\*\\shpinst{\\shptxt Box\\par}}{\\shprslt{\\*\\do{\\dptxbxtext Box\\par}}}}\\par" +
      "{\\deleted gone}{\\v unseen}\\pard\\outlinelevel1 Head\\par\\pard {\\*\\annotation remark}end",
  )
  expect(text).toBe("Acme\n\n1. First[1] goes on\n\nBox\n\n## Head\n\nend\n\nConfidential\n\n[1] See annex.")
  expect(metadata!.problems).toEqual(["Hidden text was left out.", "Comments were left out."])
})

test("figures that an RTF file moves off the line keep apart, and starred notes are read", async () => {
  const { text } = await rtf(
    "\\fs24 10{\\up8\\fs19 6} and 3{\\dn2\\fs19 2} of 30{\\super\\chftn}{\\*\\footnote\\chftn  One.}, 40{\\super\\chftn}{\\*\\footnote\\chftn  Two.}" +
      "{\\*\\unknown {\\*\\footnote gone}}\\par",
  )
  expect(text).toBe("10^6 and 3_2 of 30[1], 40[2]\n\n[1] One.\n\n[2] Two.")
})

test("cells of an RTF table stand under the ones whose edges they share, and merged ones are repeated", async () => {
  const row = (cells: readonly (readonly [text: string, edge: number, flag?: string])[]) =>
    `\\trowd${cells.map(([, edge, flag = ""]) => `${flag}\\cellx${edge}`).join("")}\\pard\\intbl ${cells.map(([text]) => `${text}\\cell `).join("")}\\row `
  const { text } = await rtf(
    row([
      ["Town", 1000, "\\clvmgf"],
      ["Sales", 3010],
    ]) +
      row([
        ["", 1000, "\\clvmrg"],
        ["2023", 2000],
        ["2024", 3000],
      ]) +
      row([
        ["Oslo", 1000],
        ["5", 2000, "\\clmgf"],
        ["", 3000, "\\clmrg"],
      ]) +
      "\\pard after",
  )
  expect(text).toBe(
    "| Town | Sales | Sales |\n| --- | --- | --- |\n| Town | 2023 | 2024 |\n| Oslo | 5 | 5 |\n\nafter",
  )
})

test("letters of an RTF file are those of their font's own code page", async () => {
  const { text } = await rtf(
    "{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset204 Arial CYR;}}\\f0 \\'e9 {\\f1 \\'cc\\'e8\\'f0} \\'e9",
  )
  expect(text).toBe("\u00e9 \u041c\u0438\u0440 \u00e9")
})

test("a mail gives its header, its text and the names of what is attached", async () => {
  const mail = [
    "From: =?utf-8?q?J=C3=BCrgen?= <j@example.org>",
    "To: a@example.org, Ann <ann@example.org>",
    "Subject: Payment",
    "Date: Wed, 31 Dec 2025 23:30:00 -0500",
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
  expect(text).toMatch(
    /^From: J\u00fcrgen <j@example.org>\nTo: a@example.org, Ann <ann@example.org>\nDate: Wed, 31 Dec 2025 23:30:00 -0500\n/,
  )
  expect(text).toContain("Subject: Payment\n\nPay ~~60~~30.\n\nAttachments: bill.pdf")
  expect(metadata).toEqual({
    format: "email",
    attachments: ["bill.pdf"],
    problems: ["The attachment bill.pdf was not read."],
  })
})

test.each([
  [
    "a text behind a header that no empty line ends",
    "From: a@example.org\nSubject: Hi\nThere is no line between.\nAt: all",
    "There is no line between.\nAt: all",
  ],
  [
    "the same with a folded header and CRLF",
    "From: a@example.org\r\nSubject: Hi\r\n  folded\r\nNo line.\r\n",
    "No line.",
  ],
  [
    "an mbox's first line, which is no text",
    "From a@example.org Mon Jan  1 00:00:00 2024\nFrom: a@example.org\nSubject: Hi\n\nBody.\n",
    "Body.",
  ],
])("of a mail is read: %s", async (_, mail, body) => {
  const { title, text } = await loadOne("a.eml", mail)
  expect(title).toMatch(/^Hi/)
  expect(text.split("\n\n").slice(1).join("\n\n")).toBe(body)
})

test("a part of a mail whose type is none is its text", async () => {
  const mail =
    "From: a@example.org\nMIME-Version: 1.0\nContent-Type: text; charset=us-ascii\n\nStill a text.\n"
  const { text, metadata } = await loadOne("a.eml", mail)
  expect(text).toBe("From: a@example.org\n\nStill a text.")
  expect(metadata).toEqual({ format: "email" })
})
