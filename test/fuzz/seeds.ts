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
    { extension: ".xls", bytes: write(book, { type: "buffer", bookType: "biff8" }) },
    { extension: ".pdf", bytes: await pdf((d) => d.text("Words of a page.").addPage().text("More 10")) },
    { extension: ".pdf", bytes: await pdf((d) => d.text("Words of a page."), { compress: false }) },
  ]
  const packed = await Promise.all([
    withParts(".docx", await Packer.toBuffer(new Document({ sections: [{ children }] }))),
    withParts(".xlsx", write(book, { type: "buffer", bookType: "xlsx" })),
  ])
  const deck = {
    "ppt/presentation.xml": text(
      '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>',
    ),
    "ppt/_rels/presentation.xml.rels": text(relation("slide", "slides/slide1.xml")),
    "ppt/slides/slide1.xml": text(slide),
  }
  const all = [...plain, ...packed, { extension: ".pptx", bytes: new Uint8Array(), parts: deck }]
  // Formats without a seed of their own get noise and the others' bytes.
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
