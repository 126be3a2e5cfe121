import { expect, test } from "vitest"
import { folderOf, loadAll, loadOne } from "./fixtures"

const words = "Gr\u00fc\u00dfe aus K\u00f6ln \u2013 \u201ecaf\u00e9\u201c f\u00fcr 10 \u20ac"
const utf16 = (text: string) => Buffer.from(text, "utf16le")

test.each([
  ["UTF-8", Buffer.from(words)],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${words}`)],
  ["UTF-16 LE with a mark", utf16(`\ufeff${words}`)],
  ["UTF-16 BE with a mark", utf16(`\ufeff${words}`).swap16()],
  ["UTF-16 LE", utf16(words)],
  ["UTF-16 BE", utf16(words).swap16()],
  ["Windows-1252", windows1252(words)],
])("%s text is read as it was written", async (_, bytes) => {
  expect((await loadOne("a.txt", bytes)).text).toBe(words)
})

function windows1252(text: string): Uint8Array {
  const codes: Record<string, number> = { "\u2013": 0x96, "\u201e": 0x84, "\u201c": 0x93, "\u20ac": 0x80 }
  return Uint8Array.from(text, (letter) => codes[letter] ?? letter.charCodeAt(0))
}

test("Latin-1 text is read, and a UTF-8 text with one cut character stays UTF-8", async () => {
  expect((await loadOne("a.txt", Buffer.from("d\u00e9j\u00e0 vu", "latin1"))).text).toBe("d\u00e9j\u00e0 vu")
  const cut = Buffer.from("\u00e4\u00f6\u00fc\u00e4\u00f6\u00fc\u00df").subarray(0, -1)
  expect((await loadOne("a.txt", cut)).text).toBe("\u00e4\u00f6\u00fc\u00e4\u00f6\u00fc\ufffd")
})

test("text and Markdown are the file's own characters", async () => {
  const text = "# Title\r\n\r\n  kept   as is\t\n"
  expect((await loadOne("a.md", text)).text).toBe(text)
})

test("bytes under a text file's ending are binary, and nothing but space is empty", async () => {
  const noise = Uint8Array.from({ length: 4000 }, (_, i) => 1 + ((i * i * 31 + i * 7) % 255))
  const { failures } = await loadAll(
    await folderOf({
      "control.txt": noise,
      "nothing.txt": "",
      "pdf.md": "%PDF-1.7\n1 0 obj",
      "space.txt": " \n\t\n",
      "zero.txt": Uint8Array.from([65, 0, 0, 0, 66, 67]),
      "zip.csv": "PK\u0003\u0004abc",
    }),
  )
  expect(failures.map(({ path, reason }) => `${path.split("/").at(-1)} ${reason}`)).toEqual([
    "control.txt binary",
    "nothing.txt empty",
    "pdf.md binary",
    "space.txt empty",
    "zero.txt binary",
    "zip.csv binary",
  ])
})

test("a page keeps headings, lists, quotes, code and tables, and loses scripts", async () => {
  const { title, text } = await loadOne(
    "a.html",
    `<!doctype html><html><head><title>The  Page</title><style>p{}</style></head><body>
    <h1>One <em>big</em>&nbsp;title</h1><script>alert(1)</script>
    <p>A <b>bo</b>ld word,<br>and a <a href="x">link</a>.
    <p>Next &lt;p&gt;<ul><li>first<ul><li>inner</ul><li>second</ul>
    <ol start=3><li>three<li>four</ol>
    <blockquote><p>said<p>twice</blockquote><pre><code>a  =
  b</code></pre>
    <table><caption>Sales</caption><tr><th>Year<th>Sum</tr><tr><td rowspan=2>2024<td>1|2</tr><tr><td>3<br>4</tr></table>
    <table><tr><td>only layout</td></tr></table></body></html>`,
  )
  expect(title).toBe("The Page")
  expect(text).toBe(
    [
      "# One big title",
      "A bold word,\nand a link.",
      "Next <p>",
      "- first\n  - inner\n- second",
      "3. three\n4. four",
      "> said\n>\n> twice",
      "```\na  =\n  b\n```",
      "Sales",
      "| Year | Sum |\n| --- | --- |\n| 2024 | 1\\|2 |\n| 2024 | 3 4 |",
      "only layout",
    ].join("\n\n"),
  )
})

test("a page is decoded as it declares", async () => {
  const head = '<meta charset="shift_jis"><p>'
  const { text } = await loadOne("a.htm", Buffer.concat([Buffer.from(head), Buffer.from("93fa967b", "hex")]))
  expect(text).toBe("\u65e5\u672c")
})

test.each([",", ";", "\t"])("values parted by %j become a table", async (mark) => {
  const rows = [
    ["Name", "Note"],
    ["A", `"with ${mark} mark"`],
    ["B", '"two\nlines | ""quoted"""'],
    ["C", "x", "more"].slice(0, 2),
  ]
  const { text } = await loadOne("a.csv", `\ufeff${rows.map((row) => row.join(mark)).join("\r\n")}\r\n`)
  expect(text).toBe(
    `| Name | Note |\n| --- | --- |\n| A | with ${mark === "\t" ? "" : `${mark} `}mark |\n` +
      '| B | two lines \\| "quoted" |\n| C | x |',
  )
})

test("JSON keeps its digits and shape; one long line is broken up; what is none is damaged", async () => {
  const pretty = '{\n  "id": 12345678901234567890,\n  "x": 1.10\n}\n'
  expect((await loadOne("a.json", pretty)).text).toBe(pretty)
  const long = `{"id":12345678901234567890,"list":[1,{"a":"b,{\\"c"}],"none":[],"pad":"${"x".repeat(200)}"}`
  const { text } = await loadOne("a.json", long)
  expect(text).toContain(
    '{\n  "id": 12345678901234567890,\n  "list": [\n    1,\n    {\n      "a": "b,{"c"\n    }\n  ],\n  "none": [],',
  )
  expect(text.replaceAll(/\s/g, "")).toBe(long.replace('\\"', '"'))
  const { reasons } = await loadAll(await folderOf({ "a.json": "{ not json" }))
  expect(reasons).toEqual(["damaged"])
})
