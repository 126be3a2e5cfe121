import { deflateSync } from "node:zlib"
import { expect, test } from "vitest"
import { folderOf, loadAll, loadOne } from "../fixtures"
import { at, codes, mutedFont, pdfOf } from "./fixture"

const field = (rest: string) => `/Subtype /Widget /DA (/F1 11 Tf) ${rest}`

test("values and ticks of a form stand where they are on the page", async () => {
  const labels = ["Name:", "Agree:", "Never:", "Colour:"]
  const content = labels.map((label, i) => at(60, 700 - i * 20, label)).join("")
  const place = (i: number) => `/Rect [120 ${696 - i * 20} 300 ${712 - i * 20}]`
  const annotations = [
    field(`/FT /Tx /T (name) /V (Ada Lovelace) ${place(0)}`),
    field(`/FT /Btn /T (agree) /V /Yes /AS /Yes ${place(1)}`),
    field(`/FT /Btn /T (never) /V /Off /AS /Off ${place(2)}`),
    field(`/FT /Ch /T (colour) /V (r) /Opt [[(r) (Red)] [(g) (Green)]] ${place(3)}`),
    field(`/FT /Tx /Ff 8192 /T (secret) /V (hunter2) /Rect [400 600 500 620]`),
  ]
  const { text } = await loadOne("a.pdf", pdfOf([{ content, annotations }]))
  expect(text).toBe(
    "| Name: | Ada Lovelace |\n| --- | --- |\n| Agree: | \u2612 |\n| Never: | \u2610 |\n| Colour: | Red |",
  )
})

test("text laid over a page stands in its place, notes come last, hidden ones not at all", async () => {
  const annotations = [
    "/Subtype /FreeText /Contents (Approved by Bo) /Rect [60 600 200 620] /DA (/F1 11 Tf)",
    "/Subtype /Text /Contents (Check this clause) /Rect [300 690 320 710]",
    "/Subtype /Text /Contents (unseen) /Rect [300 690 320 710] /F 2",
    "/Subtype /Link /Contents (a link) /Rect [60 690 200 710]",
  ]
  const content = at(60, 700, "The clause.") + at(60, 500, "The end.")
  const { text } = await loadOne("a.pdf", pdfOf([{ content, annotations }]))
  expect(text).toBe("The clause.\n\nApproved by Bo\n\nThe end.\n\nNote: Check this clause")
})

/** Numbers of glyphs, as a font without a map gives them. */
const glyphs = (text: string) =>
  [...text].map((letter) => String.fromCharCode(letter.charCodeAt(0) - 29)).join("")

test("a page whose font has no map is named, the other pages are read", async () => {
  const lost = { content: codes(60, 700, glyphs("The buyer pays within 30 days of the invoice.")) }
  const { text, metadata } = await loadOne(
    "a.pdf",
    pdfOf([{ content: at(60, 700, "Readable.") }, lost], { font: mutedFont }),
  )
  expect(text).toBe("Readable.")
  expect(metadata!.pagesWithoutText).toEqual([2])
  expect(metadata!.problems).toEqual([expect.stringMatching(/^Page 2 needs text recognition/)])
  const { reasons } = await loadAll(await folderOf({ "a.pdf": pdfOf([lost], { font: mutedFont }) }))
  expect(reasons).toEqual(["image-only"])
})

test("a page that is missing does not take the others along", async () => {
  const whole = Buffer.from(
    pdfOf([{ content: at(60, 700, "First.") }, { content: at(60, 700, "Second.") }]),
  ).toString("latin1")
  const broken = whole.replace("[4 0 R 6 0 R]", "[4 0 R 9 0 R]")
  const { documents } = await loadAll(await folderOf({ "a.pdf": Buffer.from(broken, "latin1") }))
  expect(documents[0]!.text).toBe("First.")
  expect(documents[0]!.metadata!.problems).toEqual([expect.stringMatching(/^Page 2 could not be read/)])
})

test("a small file that becomes a page without end is too large", async () => {
  const content = `BT /F1 1 Tf 10 700 Td ${"0 -1.2 Td (Hello there a b c) Tj ".repeat(5000)}ET`
  const packed = deflateSync(content, { level: 9 }).toString("latin1")
  const plain = Buffer.from(pdfOf([{ content: packed }])).toString("latin1")
  const file = Buffer.from(
    plain.replace(`<< /Length ${packed.length} >>`, `<< /Length ${packed.length} /Filter /FlateDecode >>`),
    "latin1",
  )
  const { reasons } = await loadAll(await folderOf({ "a.pdf": file }), { maxFileBytes: 10_000 })
  expect(reasons).toEqual(["too-large"])
})
