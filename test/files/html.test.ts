import fc from "fast-check"
import { expect, test } from "vitest"
import { folderOf, loadAll, loadOne } from "./fixtures"

const read = async (html: string) => (await loadOne("a.html", html)).text

test.each([
  ["10<sup>6</sup> cells", "10^6 cells"],
  ["10<sup>-6</sup> m", "10^-6 m"],
  ["e<sup>x + 1</sup>", "e^(x + 1)"],
  ["10<sup>6</sup>5", "10^(6)5"],
  ["costs 30<sup>1</sup>.", "costs 30^1."],
  ["the 1<sup>st</sup> of May", "the 1st of May"],
  ["Word<sup>TM</sup> and a note<sup>[2]</sup>", "WordTM and a note[2]"],
  ["<sup>1</sup> See annex.", "1 See annex."],
  ["H<sub>2</sub>O", "H2O"],
  ["log<sub>10</sub>100", "log_(10)100"],
  ["1010<sub>2</sub>", "1010_2"],
  ['10<span style="vertical-align: super">6</span>', "10^6"],
  ["within <s>60</s>30 days", "within ~~60~~30 days"],
  ["within <del>60</del><ins>30</ins> days", "within ~~60~~30 days"],
  ["was <strike>60 days</strike> 30", "was ~~60 days~~ 30"],
  ['<span style="text-decoration:line-through">60</span>30', "~~60~~30"],
  [
    '10<font style="vertical-align: super">6</font> and <b style="text-decoration: line-through">60</b>30',
    "10^6 and ~~60~~30",
  ],
  ['10<span style="position: relative; top: -0.4em; font-size: 9pt">6</span>', "10^6"],
  ['3<a style="position: relative; top: 0.11em; font-size: 9pt">2</a>', "3_2"],
  ['in <span style="position: relative; top: 2px; font-size: 14px">12</span> days', "in 12 days"],
  ["<s>60<b>1</s>30</b>", "~~601~~30"],
])("figures keep apart: %s", async (html, text) => {
  expect(await read(`<p>${html}</p>`)).toBe(text)
})

test("struck text that is never closed ends with its cell, and goes on over blocks", async () => {
  expect(await read("<table><tr><td><s>60</td><td>30</td></tr></table>")).toBe(
    "| ~~60~~ | 30 |\n| --- | --- |",
  )
  expect(await read("<s><p>one</p><p>two</p></s><p>three</p>")).toBe("~~one~~\n\n~~two~~\n\nthree")
})

test("cells outside of rows, text outside of cells and lines of code that are elements are read", async () => {
  expect(
    await read(
      "<table><thead><th>Name</th><th>Age</th></thead><tbody><tr><td>Ann</td><td>41</td></tr></tbody></table>",
    ),
  ).toBe("| Name | Age |\n| --- | --- |\n| Ann | 41 |")
  expect(await read("<table><tr><td>A</td><td>B</td></tr>All fees are net.<p>See annex 2.</p></table>")).toBe(
    "All fees are net.\n\nSee annex 2.\n\n| A | B |\n| --- | --- |",
  )
  expect(await read("<pre><code><div>a = 1</div><div>b = 10<sup>6</sup></div></code></pre>")).toBe(
    "```\na = 1\nb = 10^6\n```",
  )
})

test("a header alone is a table, and so is a table whose cell holds another", async () => {
  expect(await read("<table><tr><th>A</th><th>B</th></tr></table>")).toBe("| A | B |\n| --- | --- |")
  const inner = "<table><tr><td>Jan</td><td>100</td></tr><tr><td>Feb</td><td>90</td></tr></table>"
  const rows = `<tr><td>Rent</td><td>${inner}</td></tr><tr><td>Gas</td><td>20</td></tr>`
  expect(await read(`<table><tr><td>Item</td><td>Detail</td></tr>${rows}</table>`)).toBe(
    "| Item | Detail |\n| --- | --- |\n| Rent | Jan 100; Feb 90 |\n| Gas | 20 |",
  )
})

test("tables that lay out a page give its blocks", async () => {
  const data = "<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>"
  expect(
    await read(`<table><tr><td><h1>Mail</h1><p>Hello.</p></td></tr><tr><td>${data}</td></tr></table>`),
  ).toBe("# Mail\n\nHello.\n\n| A | B |\n| --- | --- |\n| 1 | 2 |")
  expect(await read("<table role=presentation><tr><td>Left</td><td>Right</td></tr></table>")).toBe(
    "Left\n\nRight",
  )
})

test("merged cells are repeated in every row and column, and a title over the whole width stands once", async () => {
  const html =
    "<table><tr><th colspan=3>Sales</th></tr><tr><td rowspan=2>North</td><td colspan=2>none</td></tr>" +
    "<tr><td>1</td><td>2</td></tr></table>"
  expect(await read(html)).toBe(
    "| Sales |  |  |\n| --- | --- | --- |\n| North | none | none |\n| North | 1 | 2 |",
  )
})

test("lists are numbered as a browser prints them", async () => {
  expect(await read("<ol start=3><li>c<li value=7>g<li></ol><ol type=a><li>x<li>y</ol>")).toBe(
    "3. c\n7. g\n\na. x\nb. y",
  )
  expect(await read("<ol reversed><li>b<li>a</ol><ol type=I start=9><li>n<li>t</ol>")).toBe(
    "2. b\n1. a\n\nIX. n\nX. t",
  )
  expect(
    await read(
      '<ol style="list-style: inside lower-roman"><li>a<li style="list-style-type: upper-alpha">b<li style="list-style-type: \'(iii)\'">c</ol>' +
        '<ul style="list-style-type:decimal"><li>d</ul><ul style="list-style-type:none"><li>e</ul><ol style="list-style-type:disc"><li>f</ol>',
    ),
  ).toBe("i. a\nB. b\n(iii) c\n\n1. d\n\n- e\n\n- f")
})

test("style sheets strike, raise and number by classes", async () => {
  const css =
    "/* .c1 {} */ .c1, p.c2 { text-decoration: line-through } @media screen { .c3{vertical-align:super} } .c4 > b { vertical-align: sub }" +
    'ol.l0 { list-style-type: none } .l0 > li:before { content: "(" counter(n0, lower-latin) ") " } .l1 > li:before{content:counter(n0,decimal) "." counter(n1,decimal) " "}' +
    "ol.law { counter-reset: x } ol.law > li::before { content: counters(x, '.') ' ' }"
  expect(
    await read(
      `<style>${css}</style><p>10<span class="a c3">6</span> <i class=c1>60</i>30 <b class=c4>5</b></p><p class=c2>gone</p><p>here</p>` +
        "<table><tr><td class=c1>1</td><td>2</td></tr></table>",
    ),
  ).toBe("10^6 ~~60~~30 5\n\n~~gone~~\n\nhere\n\n| ~~1~~ | 2 |\n| --- | --- |")
  expect(
    await read(
      `<style>${css}</style><ol class=l0><li>a</ol><ol class=l0 start=2><li>b</ol><ol class=l1><li>b.1<li>b.2</ol>` +
        "<ol class=law><li>one<ol class=law><li>deep<li>deeper</ol><li>two</ol>",
    ),
  ).toBe("(a) a\n\n(b) b\n\n2.1 b.1\n2.2 b.2\n\n1 one\n  1.1 deep\n  1.2 deeper\n2 two")
})

test("a style sheet of any shape is read in time that grows with it", async () => {
  const sheets = [
    "{".repeat(200_000),
    "/*".repeat(100_000),
    ".a{".repeat(60_000),
    "}".repeat(200_000),
    "<style".repeat(30_000),
  ]
  for (const sheet of sheets) expect(await read(`<p>a</p><style>${sheet}</style><p>b</p>`)).toContain("a")
})

test("formulas, ruby, quotes and drawn text are read", async () => {
  expect(await read("<p>Area <math><mi>\u03c0</mi><msup><mi>r</mi><mn>2</mn></msup></math>.")).toBe(
    "Area \u03c0r^2.",
  )
  expect(
    await read("<math><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>10</mn></mfrac></math>"),
  ).toBe("(a+1)/10")
  expect(
    await read(
      "<math><msub><mi>x</mi><mn>1</mn></msub><msubsup><mi>y</mi><mi>i</mi><mn>2</mn></msubsup></math>",
    ),
  ).toBe("x_1y_i^2")
  expect(await read("<p><ruby>\u6f22\u5b57<rt>kanji</rt></ruby> <q>yes</q>")).toBe(
    "\u6f22\u5b57(kanji) \u201cyes\u201d",
  )
  expect(await read("<svg><title>no</title><text>Total</text><text>12</text></svg>")).toBe("Total\n\n12")
})

test("a form shows its values, ticks and choices", async () => {
  expect(
    await read(
      '<p><input type=checkbox checked> Yes <input type=checkbox> No</p><p>Name: <input value="Ada"><input type=hidden value=x></p>' +
        "<p>Colour <select><option>red<option selected>blue</select></p><textarea>Free text</textarea>",
    ),
  ).toBe("\u2612 Yes \u2610 No\n\nName: Ada\n\nColour \u2610 red \u2612 blue\n\nFree text")
})

test("nesting of any depth is read, and a line does not grow with it", async () => {
  for (const open of [
    "<blockquote>",
    "<ul><li>",
    "<div>",
    "<table><tr><td>",
    "<b>",
    "<font color=x>",
    "<sup>",
  ]) {
    const lengths = []
    for (const depth of [1000, 2000]) {
      const text = await read(`${open.repeat(depth)}The fee is 30.${"<br>x".repeat(100)}`)
      expect(text).toContain("The fee is 30.")
      lengths.push(text.length)
    }
    expect(lengths[1]! - lengths[0]!).toBeLessThan(10)
  }
})

test("a cell may not be repeated past the limit of a text", async () => {
  const html = `<table><tr><td rowspan=65534>${"x".repeat(1000)}</td><td>y</td></tr>${"<tr><td>y</td></tr>".repeat(500)}</table>`
  const folder = await folderOf({ "a.html": html, "b.html": "<p>fine" })
  const { documents, reasons } = await loadAll(folder, { maxFileBytes: 100_000 })
  expect(documents.map(({ text }) => text)).toEqual(["fine"])
  expect(reasons).toEqual(["too-large"])
})

test("no word of a page is lost, whatever its tags are nested like", async () => {
  const tag = fc.constantFrom(
    ..."p div table tr td th ul li b s sup blockquote h2 pre span select option math".split(" "),
  )
  const piece = fc.oneof(
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name}>`),
    fc.constant("WORD"),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
      let count = 0
      const html = pieces.map((text) => (text === "WORD" ? `w${count++}w` : text)).join("")
      const { documents } = await loadAll(await folderOf({ "a.html": html }))
      const text = documents[0]?.text ?? ""
      for (let word = 0; word < count; word++) expect(text).toContain(`w${word}w`)
    }),
    { numRuns: 100 },
  )
})
