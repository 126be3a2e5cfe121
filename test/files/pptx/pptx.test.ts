import { expect, test } from "vitest"
import { pageOf } from "../../../src/files"
import { folderOf, loadAll, loadOne, zip } from "../fixtures"

const shape = (paragraphs: string, placeholder = "") =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder && `<p:ph type="${placeholder}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`
const run = (text: string, look = "") => `<a:r><a:rPr ${look}/><a:t>${text}</a:t></a:r>`
const paragraph = (text: string, properties = "") => `<a:p>${properties}${run(text)}</a:p>`
const frame = (inner: string) =>
  `<p:graphicFrame><a:graphic><a:graphicData>${inner}</a:graphicData></a:graphic></p:graphicFrame>`
const numbered = (type: string, level = 0, more = "") =>
  `<a:pPr lvl="${level}"><a:buAutoNum type="${type}" ${more}/></a:pPr>`

interface Slide {
  readonly body: string
  readonly attributes?: string
  readonly relations?: string
}

function deck(
  slides: readonly Slide[],
  parts: { readonly [path: string]: string } = {},
  show = slides.map((_, i) => i),
) {
  const files: { [path: string]: string } = {
    "ppt/presentation.xml": `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${show.map((i) => `<p:sldId r:id="s${i}"/>`).join("")}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": `<Relationships>${slides.map((_, i) => `<Relationship Id="s${i}" Type="t/slide" Target="slides/slide${i}.xml"/>`).join("")}</Relationships>`,
    ...parts,
  }
  slides.forEach(({ body, attributes = "", relations = "" }, i) => {
    files[`ppt/slides/slide${i}.xml`] =
      `<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r" xmlns:m="m" xmlns:mc="mc" xmlns:c="c" xmlns:dgm="dgm" ${attributes}><p:cSld><p:spTree>${body}</p:spTree></p:cSld></p:sld>`
    files[`ppt/slides/_rels/slide${i}.xml.rels`] = `<Relationships>${relations}</Relationships>`
  })
  return zip(files)
}

const slideText = async (body: string) =>
  (await loadOne("a.pptx", deck([{ body }]))).text.replace("## Slide 1\n\n", "")

test("automatic numbers go on, begin anew below, and start where they are told to", async () => {
  const body =
    paragraph("one", numbered("arabicPeriod")) +
    paragraph("a", numbered("alphaLcParenR", 1)) +
    paragraph("b", numbered("alphaLcParenR", 1)) +
    paragraph("two", numbered("arabicPeriod")) +
    paragraph("again", numbered("alphaLcParenR", 1)) +
    paragraph("plain") +
    paragraph("four", numbered("romanUcPeriod", 0, 'startAt="4"')) +
    paragraph("five", numbered("romanUcPeriod", 0, 'startAt="4"'))
  expect(await slideText(shape(body))).toBe(
    "1. one\n  a) a\n  b) b\n2. two\n  a) again\nplain\nIV. four\nV. five",
  )
})

test("footers, headers and fixed dates stand once, numbers of slides not at all", async () => {
  const foot =
    shape(paragraph("Secret"), "ftr") +
    shape(paragraph("May 2024"), "dt") +
    shape(`<a:p><a:fld type="slidenum">${"<a:t>1</a:t>"}</a:fld></a:p>`, "sldNum")
  const today = shape('<a:p><a:fld type="datetime1"><a:t>1/1/26</a:t></a:fld></a:p>', "dt")
  const { text } = await loadOne(
    "a.pptx",
    deck([{ body: shape(paragraph("one")) + foot }, { body: shape(paragraph("two")) + foot + today }]),
  )
  expect(text).toBe("## Slide 1\n\none\n\nSecret\n\nMay 2024\n\n## Slide 2\n\ntwo")
})

test("numbers of the shape's own list style count too", async () => {
  const style = '<a:lstStyle><a:lvl1pPr><a:buAutoNum type="arabicParenBoth"/></a:lvl1pPr></a:lstStyle>'
  expect(await slideText(shape(style + paragraph("x") + paragraph("y")))).toBe("(1) x\n(2) y")
})

test("struck, raised and lowered text keeps apart, a break is a line", async () => {
  const body = `<a:p>${run("60", 'strike="sngStrike"')}${run("30 days, 10")}${run("6", 'baseline="30000"')}<a:br/>${run("10")}${run("2", 'baseline="-25000"')}</a:p>`
  expect(await slideText(shape(body))).toBe("~~60~~30 days, 10^6\n10_2")
})

test("a shape with a formula keeps its words, groups are opened", async () => {
  const formula = "<m:oMath><m:r><m:t>r=4.25</m:t></m:r></m:oMath>"
  const choice = `<mc:Choice>${shape(`<a:p>${run("rate ")}${formula}</a:p>`)}</mc:Choice>`
  const body = `<p:grpSp><p:grpSp><mc:AlternateContent>${choice}<mc:Fallback>${shape(paragraph(" "))}</mc:Fallback></mc:AlternateContent></p:grpSp></p:grpSp>`
  expect(await slideText(body)).toBe("rate r=4.25")
})

test("merged cells of a table are repeated", async () => {
  const cell = (text: string, attributes = "") =>
    `<a:tc ${attributes}><a:txBody>${paragraph(text)}</a:txBody></a:tc>`
  const rows =
    `<a:tr>${cell("Region")}${cell("Sales", 'gridSpan="2"')}${cell("", 'hMerge="1"')}</a:tr>` +
    `<a:tr>${cell("North", 'rowSpan="2"')}${cell("1")}${cell("2")}</a:tr>` +
    `<a:tr>${cell("", 'vMerge="1"')}${cell("3")}${cell("4")}</a:tr>`
  expect(await slideText(frame(`<a:tbl>${rows}</a:tbl>`))).toBe(
    "| Region | Sales | Sales |\n| --- | --- | --- |\n| North | 1 | 2 |\n| North | 3 | 4 |",
  )
})

test("charts and diagrams give their words and numbers", async () => {
  const relation = (id: string, type: string) =>
    `<Relationship Id="${id}" Type="t/${type}" Target="/${id}.xml"/>`
  const points = (...values: string[]) =>
    `<c:x><c:xCache>${values.map((value, idx) => `<c:pt idx="${idx}"><c:v>${value}</c:v></c:pt>`).join("")}</c:xCache></c:x>`
  const parts = {
    "chart.xml": `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:title><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:title><c:plotArea><c:bar><c:ser><c:tx><c:v>Oslo</c:v></c:tx><c:cat>${points("2023", "2024")}</c:cat><c:val>${points("0.30000000000000004", "5")}</c:val></c:ser></c:bar></c:plotArea></c:chartSpace>`,
    "data.xml": `<dgm:dataModel xmlns:dgm="dgm" xmlns:a="a"><dgm:ptLst><dgm:pt type="doc"/><dgm:pt><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt type="parTrans"><dgm:t><a:p/></dgm:t></dgm:pt><dgm:pt><dgm:t><a:p><a:r><a:t>Build</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`,
  }
  const body = frame('<c:chart r:id="chart"/>') + frame('<dgm:relIds r:dm="data"/>')
  const relations = relation("chart", "chart") + relation("data", "diagramData") + relation("gone", "chart")
  const { text, metadata } = await loadOne("a.pptx", deck([{ body, relations }], parts))
  expect(text).toBe("## Slide 1\n\nChart: Sales: Oslo: 2023 0.3, 2024 5\n\nPlan; Build")
  expect(metadata!.problems).toEqual(["A figure could not be read: gone.xml."])
})

test("a chart gives its axes' titles, categories of several levels and labels written for a point", async () => {
  const text = (words: string) => `<a:p><a:r><a:t>${words}</a:t></a:r></a:p>`
  const point = (index: number, value: string) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`
  const chart =
    `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:plotArea><c:bar><c:ser><c:tx><c:v>Sales</c:v></c:tx>` +
    `<c:dLbls><c:dLbl><c:idx val="1"/><c:tx><c:rich>${text("record")}</c:rich></c:tx></c:dLbl><c:dLbl><c:idx val="2"/></c:dLbl></c:dLbls>` +
    `<c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:ptCount val="3"/><c:lvl>${point(0, "SF")}${point(1, "LA")}${point(2, "NY")}</c:lvl>` +
    `<c:lvl>${point(0, "CA")}${point(2, "East")}</c:lvl><c:lvl>${point(0, "USA")}</c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat>` +
    `<c:val><c:numRef><c:numCache>${point(0, "1")}${point(1, "2")}${point(2, "3")}</c:numCache></c:numRef></c:val><c:bubbleSize><c:numLit>${point(2, "40")}</c:numLit></c:bubbleSize></c:ser></c:bar>` +
    `<c:catAx><c:title>${text("Town")}</c:title></c:catAx><c:valAx><c:title>${text("Tons")}</c:title></c:valAx></c:plotArea></c:chart></c:chartSpace>`
  const relations = '<Relationship Id="chart" Type="t/chart" Target="/chart.xml"/>'
  const file = deck([{ body: frame('<c:chart r:id="chart"/>'), relations }], { "chart.xml": chart })
  expect((await loadOne("a.pptx", file)).text).toBe(
    "## Slide 1\n\nChart: Sales: USA CA SF 1, USA CA LA 2 (record), USA East NY 3 (size 40): Axes: Town, Tons",
  )
})

test("words that layouts and masters draw stand where they are first seen, unless they are not shown", async () => {
  const relation = (type: string, target: string) =>
    `<Relationship Id="${type}" Type="t/${type}" Target="/${target}.xml"/>`
  const drawn = (name: string, text: string, more = "") =>
    `<p:${name} xmlns:p="p" xmlns:a="a" ${more}><p:cSld><p:spTree>${shape(paragraph("Click to edit"), "title")}${shape(paragraph(text))}</p:spTree></p:cSld></p:${name}>`
  const parts = {
    "l1.xml": drawn("sldLayout", "Confidential"),
    "_rels/l1.xml.rels": `<Relationships>${relation("slideMaster", "m")}</Relationships>`,
    "l2.xml": drawn("sldLayout", "Draft", 'showMasterSp="0"'),
    "_rels/l2.xml.rels": `<Relationships>${relation("slideMaster", "other")}</Relationships>`,
    "m.xml": drawn("sldMaster", "Acme"),
    "other.xml": drawn("sldMaster", "Unseen"),
  }
  const slide = (text: string, layout: string, attributes = "") => ({
    body: shape(paragraph(text)),
    relations: relation("slideLayout", layout),
    attributes,
  })
  const slides = [
    slide("one", "l1"),
    slide("two", "l1"),
    slide("three", "l2"),
    slide("four", "l2", 'showMasterSp="0"'),
  ]
  expect((await loadOne("a.pptx", deck(slides, parts))).text).toBe(
    "## Slide 1\n\none\n\nConfidential\n\nAcme\n\n## Slide 2\n\ntwo\n\n## Slide 3\n\nthree\n\nDraft\n\n## Slide 4\n\nfour",
  )
})

const words = (text: string) => ({ body: shape(paragraph(text)) })

test("hidden slides are marked, or left out", async () => {
  const file = deck([words("shown"), { ...words("hidden"), attributes: 'show="0"' }, words("last")])
  const { text, metadata } = await loadOne("a.pptx", file)
  expect(text).toContain("hidden")
  expect((metadata!.pages as object[]).map((page) => "hidden" in page)).toEqual([false, true, false])
  const { documents } = await loadAll(await folderOf({ "a.pptx": file }), { includeHidden: false })
  expect(documents[0]!.text).toBe("## Slide 1\n\nshown\n\n## Slide 3\n\nlast")
  expect(pageOf(documents[0]!.metadata, documents[0]!.text.indexOf("last"))).toBe(3)
})

test("a slide that is listed again is read once, one that is damaged does not take the others along", async () => {
  const slides = [words("first"), { body: "<p:sp>" }, words("third")]
  const { text, metadata } = await loadOne("a.pptx", deck(slides, {}, [0, 1, ...Array(100).fill(0), 2]))
  expect(text).toBe("## Slide 1\n\nfirst\n\n## Slide 103\n\nthird")
  expect(metadata!.problems).toHaveLength(101)
  expect((metadata!.problems as string[])[0]).toMatch(/^Slide 2 could not be read/)
  const { reasons } = await loadAll(await folderOf({ "a.pptx": deck([{ body: "<p:sp>" }]) }))
  expect(reasons).toEqual(["damaged"])
})
