import { expect, test } from "vitest"
import { loadOne } from "../fixtures"
import { docxFile, docxText, paragraph, run } from "./fixture"

const field = (code: string, shown: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(shown)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`

const formula = (inner: string) => `<m:oMath>${inner}</m:oMath>`
const term = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`

test.each([
  ["a simple field", `${run("to ")}<w:fldSimple w:instr="X">${run("Alder")}</w:fldSimple>`, "to Alder"],
  ["a field of several runs", `${run("on ")}${field("DATE", "1 May")}${run(".")}`, "on 1 May."],
  [
    "a field inside the code of another",
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${field("MERGEFIELD x", "hidden")}<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run("shown")}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
    "shown",
  ],
  ["a direction", `${run("call ")}<w:bdo w:val="ltr">${run("555-01")}</w:bdo>`, "call 555-01"],
  [
    "inserted and deleted words",
    `<w:ins>${run("new")}</w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>`,
    "new",
  ],
  ["moved words", `<w:moveFrom>${run("away")}</w:moveFrom><w:moveTo>${run("here")}</w:moveTo>`, "here"],
  [
    "a link and a smart tag",
    `<w:hyperlink>${run("site")}</w:hyperlink><w:smartTag>${run(" Oslo")}</w:smartTag>`,
    "site Oslo",
  ],
  [
    "words over their reading",
    `<w:r><w:ruby><w:rubyPr/><w:rt>${run("kanji")}</w:rt><w:rubyBase>${run("\u6f22\u5b57")}</w:rubyBase></w:ruby></w:r>`,
    "\u6f22\u5b57(kanji)",
  ],
  [
    "breaks",
    "<w:r><w:t>a</w:t><w:br/><w:t>b</w:t><w:cr/><w:t>c</w:t><w:br w:type='page'/><w:t>d</w:t></w:r>",
    "a\nb\nc\nd",
  ],
  [
    "tabs and a hyphen that holds",
    "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:noBreakHyphen/><w:t>c</w:t></w:r>",
    "a b\u2011c",
  ],
  [
    "a tick of a sign font",
    `<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>${run(" yes")}`,
    "\u2611 yes",
  ],
  ["Greek of a sign font", run("\uf061", '<w:rFonts w:ascii="Symbol"/>') + run("=1"), "\u03b1=1"],
  [
    "a check box of a form",
    '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>' +
      run(" yes"),
    "\u2612 yes",
  ],
  [
    "a list of a form",
    '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="low"/><w:listEntry w:val="high"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
    "high",
  ],
  [
    "a raised figure in pieces",
    run("10") +
      run("1", '<w:vertAlign w:val="superscript"/>') +
      run("2", '<w:vertAlign w:val="superscript"/>') +
      run(" cells"),
    "10^12 cells",
  ],
  ["a raised ending of a number", run("the 1") + run("st", '<w:vertAlign w:val="superscript"/>'), "the 1st"],
  ["a lowered figure", run("H") + run("2", '<w:vertAlign w:val="subscript"/>') + run("O"), "H2O"],
  [
    "figures that are moved off the line",
    run("10", '<w:sz w:val="24"/>') +
      run("6", '<w:position w:val="8"/><w:sz w:val="19"/>') +
      run(" and 3", '<w:sz w:val="24"/>') +
      run("2", '<w:position w:val="-2"/><w:sz w:val="19"/>') +
      run(" and 10", '<w:sz w:val="24"/>') +
      run("7", '<w:position w:val="6"/><w:sz w:val="24"/>'),
    "10^6 and 3_2 and 10^7",
  ],
  [
    "a line that is moved a little",
    run("Sum ") +
      run("500", '<w:position w:val="-2"/>') +
      run("A", '<w:position w:val="-8"/><w:sz w:val="90"/>'),
    "Sum 500A",
  ],
  [
    "letters drawn along a line",
    '<w:r><w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict></w:r>',
    "DRAFT",
  ],
  ["struck words", run("within ") + run("60", "<w:strike/>") + run("30 days"), "within ~~60~~30 days"],
  ["a strike that is switched off", run("60", '<w:strike w:val="0"/>'), "60"],
  [
    "a formula",
    run("rate ") + formula(`<m:f><m:num>${term("a+b")}</m:num><m:den>${term("2")}</m:den></m:f>`),
    "rate (a+b)/2",
  ],
  [
    "powers and roots",
    formula(
      `<m:sSup><m:e>${term("x")}</m:e><m:sup>${term("2")}</m:sup></m:sSup><m:rad><m:deg/><m:e>${term("y")}</m:e></m:rad>`,
    ),
    "x^2\u221ay",
  ],
  [
    "a sum",
    formula(
      `<m:nary><m:naryPr><m:chr m:val="\u2211"/></m:naryPr><m:sub>${term("i=1")}</m:sub><m:sup>${term("n")}</m:sup><m:e>${term("i")}</m:e></m:nary>`,
    ),
    "\u2211_(i=1)^n i",
  ],
  [
    "a content control",
    `<w:sdt><w:sdtPr><w:alias w:val="no"/></w:sdtPr><w:sdtContent>${run("picked")}</w:sdtContent></w:sdt>`,
    "picked",
  ],
])("%s is read", async (_, inner, right) => {
  expect(await docxText(paragraph(inner))).toBe(right)
})

test("a style can strike words out, raise them, or hide them", async () => {
  const styles =
    '<w:styles><w:style w:styleId="Base"><w:rPr><w:strike/></w:rPr></w:style>' +
    '<w:style w:styleId="Old"><w:basedOn w:val="Base"/></w:style>' +
    '<w:style w:styleId="Loop"><w:basedOn w:val="Loop"/><w:rPr><w:vanish/></w:rPr></w:style></w:styles>'
  const body =
    run("60", '<w:rStyle w:val="Old"/>') +
    run("30", '<w:rStyle w:val="Old"/><w:strike w:val="false"/>') +
    run("secret", '<w:rStyle w:val="Loop"/>')
  const { text, metadata } = await loadOne("a.docx", docxFile(paragraph(body), { styles }))
  expect(text).toBe("~~60~~30")
  expect(metadata!.problems).toEqual(["Hidden text was left out."])
})

test("a field that never ends does not hide what follows", async () => {
  const open = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
  expect(await docxText(paragraph(open + run("lost")) + paragraph(run("found")))).toBe("found")
})

const box = (inner: string) =>
  `<w:r><mc:AlternateContent><mc:Choice><w:drawing><wp:anchor><wps:wsp><wps:txbx><w:txbxContent>${inner}</w:txbxContent></wps:txbx></wps:wsp></wp:anchor></w:drawing></mc:Choice>` +
  `<mc:Fallback><w:pict><v:textbox><w:txbxContent>${inner}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`

test("a text box is read once, in its newer or its older form", async () => {
  expect(await docxText(paragraph(run("beside") + box(paragraph(run("boxed")))))).toBe("beside\n\nboxed")
  const older = `<w:r><w:pict><v:textbox><w:txbxContent>${paragraph(run("old box"))}</w:txbxContent></v:textbox></w:pict></w:r>`
  const unknown = `<w:r><mc:AlternateContent><mc:Choice><x:new xmlns:x="x"/></mc:Choice><mc:Fallback>${older}</mc:Fallback></mc:AlternateContent></w:r>`
  expect(await docxText(paragraph(older))).toBe("old box")
  expect(await docxText(paragraph(unknown))).toBe("old box")
})

test("a paragraph whose end was deleted goes on in the next, and so does a large first letter", async () => {
  const deleted = paragraph(run("to be "), "<w:rPr><w:del/></w:rPr>")
  expect(await docxText(deleted + paragraph(run("continued")))).toBe("to be continued")
  const cap = paragraph(run("T"), '<w:framePr w:dropCap="drop"/>')
  expect(await docxText(cap + paragraph(run("he tenant pays")))).toBe("The tenant pays")
})

test("what can't be read is named", async () => {
  const body = `<w:altChunk r:id="x"/>${paragraph(`${run("text")}<w:r><w:object/></w:r>`)}`
  const parts = { comments: "<w:comments><w:comment/></w:comments>", styles: "<w:styles>" }
  const { text, metadata } = await loadOne("a.docx", docxFile(body, parts))
  expect(text).toBe("text")
  expect(metadata!.problems).toEqual([
    expect.stringContaining("word/styles.xml"),
    "An embedded file that Word would open in its place was left out.",
    "An embedded object was left out.",
    "Comments were left out.",
  ])
})

test("a paragraph without a style looks as the default one says", async () => {
  const styles =
    '<w:styles><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="24"/></w:rPr></w:rPrDefault></w:docDefaults>' +
    '<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:rPr><w:strike/></w:rPr></w:style></w:styles>'
  const raised = run("6", '<w:position w:val="2"/><w:sz w:val="12"/><w:strike w:val="0"/>')
  expect(await docxText(paragraph(run("10") + raised), { styles })).toBe("~~10~~^6")
})

test("marks of notes are numbered as the file says", async () => {
  const note = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`
  const notes = (kind: string) =>
    `<w:${kind}s>${[1, 2].map((id) => `<w:${kind} w:id="${id}">${paragraph(run(`${kind} ${id}`))}</w:${kind}>`).join("")}</w:${kind}s>`
  const body = paragraph(run("a") + note("footnote", 1) + note("footnote", 2) + note("endnote", 1))
  const section =
    '<w:sectPr><w:footnotePr><w:numFmt w:val="lowerLetter"/><w:numStart w:val="3"/></w:footnotePr></w:sectPr>'
  const parts = {
    footnotes: notes("footnote"),
    endnotes: notes("endnote"),
    settings: '<w:settings><w:endnotePr><w:numFmt w:val="decimal"/></w:endnotePr></w:settings>',
  }
  expect(await docxText(body + section, parts)).toBe(
    "a[c][d][1]\n\n[c] footnote 1\n\n[d] footnote 2\n\n[1] endnote 1",
  )
})
