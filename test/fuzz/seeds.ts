import { utils, write } from "@e965/xlsx"
import { Document, Packer, Paragraph, Table, TableCell, TableRow } from "docx"
import { formats } from "../../src/files/formats"
import { openZip } from "../../src/files/kit/zip"
import { pdf } from "../files/fixtures"

/** A small whole file; a packed one by its parts, so that what is inside can be changed too. */
export type Seed = { readonly extension: string; readonly bytes: Uint8Array } & {
  readonly parts?: { readonly [name: string]: Uint8Array }
}

const html =
  "<!doctype html><title>T</title><h1>One</h1><ul><li>a<li>b</ul><table><tr><th colspan=2>H<tr><td rowspan=3>1<td>2" +
  "</table><pre>code</pre><blockquote><p>10<sup>6</sup> <s>60</s>30</blockquote><math><mi>x</mi></math>"
const slide =
  '<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>Words</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>'
const relation = (type: string, target: string) =>
  `<Relationships><Relationship Id="r1" Type="t/${type}" Target="${target}"/></Relationships>`

const opendocument = (styles: string, body: string) =>
  `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`
const odt = {
  "content.xml": opendocument(
    '<style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style>' +
      '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="a" text:start-value="3"/></text:list-style>',
    '<office:text><text:h text:outline-level="1">Head</text:h><text:p>10<text:span text:style-name="T1">6</text:span><text:s text:c="3"/>' +
      "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Note</text:p></text:note-body></text:note></text:p>" +
      '<text:list text:style-name="L"><text:list-item><text:p>one</text:p></text:list-item></text:list>' +
      '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></office:text>',
  ),
  "styles.xml":
    '<office:document-styles><office:master-styles><style:master-page style:name="Standard"><style:header><text:p>Top <text:page-number/></text:p></style:header></style:master-page></office:master-styles></office:document-styles>',
  "Object 1/content.xml": "<math><mfrac><mi>a</mi><mn>2</mn></mfrac></math>",
}
const ods = {
  "content.xml": opendocument(
    '<style:style style:name="hidden"><style:table-properties table:display="false"/></style:style>',
    '<office:spreadsheet><table:table table:name="S" table:style-name="hidden"><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>' +
      '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-spanned="2" table:number-rows-spanned="2"><text:p>5</text:p></table:table-cell>' +
      '<table:covered-table-cell/><table:table-cell table:number-columns-repeated="16000"/></table:table-row></table:table></office:spreadsheet>',
  ),
}
const odp = {
  "content.xml": opendocument(
    "",
    '<office:presentation><draw:page draw:name="p"><draw:frame presentation:class="title"><draw:text-box><text:p>Title</text:p></draw:text-box></draw:frame>' +
      "<presentation:notes><draw:frame><draw:text-box><text:p>Note</text:p></draw:text-box></draw:frame></presentation:notes></draw:page></office:presentation>",
  ),
}
const epub = {
  mimetype: "application/epub+zip",
  "META-INF/container.xml": '<container><rootfiles><rootfile full-path="OPS/a.opf"/></rootfiles></container>',
  "META-INF/encryption.xml": '<encryption><enc:CipherReference URI="font.otf"/></encryption>',
  "OPS/a.opf":
    '<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>B</dc:title></metadata><manifest><item id="a" href="a%20b.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
  "OPS/a b.xhtml": html,
}
const rtf =
  "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}Gr\\'fc\\'dfe \\u8364?{\\super 2}\\par\\trowd\\cellx9\\intbl a\\cell b\\cell\\row{\\footnote x}" +
  "{\\field{\\*\\fldinst HYPERLINK}{\\fldrslt link}}{\\*\\shpinst{\\shptxt box}}\\bin4 abcd}"
const mail = [
  "From: =?utf-8?q?J=C3=BCrgen?= <j@example.org>",
  "Subject: =?iso-8859-1?b?Qnlz?=",
  'Content-Type: multipart/mixed; boundary="x"',
  "",
  "--x",
  "Content-Type: text/html; charset=utf-8",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  "<p>Pay =E2=82=AC 30.</p>",
  "--x",
  'Content-Type: application/pdf; name="b.pdf"',
  "Content-Transfer-Encoding: base64",
  "",
  "JVBERi0=",
  "--x--",
  "",
].join("\r\n")

export async function seeds(): Promise<readonly Seed[]> {
  const text = (value: string) => new TextEncoder().encode(value)
  const book = utils.book_new()
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ["a", "b"],
      [1, new Date(0)],
      ["x", 2.5],
    ]),
    "Sheet",
  )
  const cell = new TableCell({ children: [new Paragraph("cell")] })
  const children = [new Paragraph("Words"), new Table({ rows: [new TableRow({ children: [cell, cell] })] })]
  const plain: Seed[] = [
    { extension: ".txt", bytes: text("Plain words.\nGr\u00fc\u00dfe") },
    { extension: ".md", bytes: text("# Title\n\n| a | b |\n| --- | --- |\n") },
    { extension: ".html", bytes: text(html) },
    { extension: ".csv", bytes: text('name,"quoted ""x""",3\r\n"two\nlines",2,\n') },
    { extension: ".json", bytes: text(`{"a":[1,2,{"b":"\\u00e9\\n"}],"pad":"${"x".repeat(200)}"}`) },
    { extension: ".jsonl", bytes: text('{"a":1}\n{"b":[2]}\n') },
    { extension: ".rtf", bytes: text(rtf) },
    { extension: ".eml", bytes: text(mail) },
    { extension: ".xls", bytes: write(book, { type: "buffer", bookType: "biff8" }) },
    { extension: ".pdf", bytes: await pdf((d) => d.text("Words of a page.").addPage().text("More 10")) },
    { extension: ".pdf", bytes: await pdf((d) => d.text("Words of a page."), { compress: false }) },
  ]
  const packed = await Promise.all([
    withParts(".docx", await Packer.toBuffer(new Document({ sections: [{ children }] }))),
    withParts(".xlsx", write(book, { type: "buffer", bookType: "xlsx" })),
    withParts(".xlsb", write(book, { type: "buffer", bookType: "xlsb" })),
  ])
  const deck = {
    "ppt/presentation.xml": text(
      '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>',
    ),
    "ppt/_rels/presentation.xml.rels": text(relation("slide", "slides/slide1.xml")),
    "ppt/slides/slide1.xml": text(slide),
  }
  const byParts = (extension: string, parts: { readonly [name: string]: string | Uint8Array }): Seed => ({
    extension,
    bytes: new Uint8Array(),
    parts: Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === "string" ? text(part) : part]),
    ),
  })
  const all = [
    ...plain,
    ...packed,
    byParts(".pptx", deck),
    byParts(".odt", odt),
    byParts(".ods", ods),
    byParts(".odp", odp),
    byParts(".epub", epub),
  ]
  // Endings without a seed of their own get noise and the others' bytes.
  const missing = formats
    .flatMap(({ extensions }) => extensions)
    .filter((e) => !all.some(({ extension }) => extension === e))
  return [
    ...all,
    ...missing.map((extension) => ({ extension, bytes: all[extension.length % all.length]!.bytes })),
  ]
}

async function withParts(extension: string, bytes: Uint8Array): Promise<Seed> {
  const zip = await openZip(new Uint8Array(bytes), 10_000_000, undefined)
  const parts: Record<string, Uint8Array> = {}
  for (const name of zip.names) parts[name] = (await zip.read(name))!
  return { extension, bytes, parts }
}
