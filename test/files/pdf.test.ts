import { expect, test } from "vitest"
import { pageOf } from "../../src/files"
import { folderOf, loadAll, loadOne, pdf, rawPdf } from "./fixtures"

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)
const paragraph =
  "The Supplier shall deliver the goods to the agreed place within thirty days of the order, and the risk in the " +
  "goods passes to the Buyer on delivery. Payment falls due sixty days after the invoice has been received."

test("lines of a paragraph become one line, and paragraphs stay apart", async () => {
  const { text } = await loadOne(
    "a.pdf",
    await pdf((d) => d.text(paragraph, { width: 220 }).moveDown().text("A second paragraph.")),
  )
  expect(text).toBe(`${paragraph}\n\nA second paragraph.`)
})

test("pages are slices of the text, and an offset leads to its page", async () => {
  const document = await loadOne(
    "a.pdf",
    await pdf((d) => {
      d.text("Alpha on the first page.").addPage().addPage().text("Gamma on the third page.")
    }),
  )
  const { text, metadata } = document
  expect(text).toBe("Alpha on the first page.\n\nGamma on the third page.")
  const pages = metadata!.pages as { page: number; start: number; end: number }[]
  expect(pages.map(({ page, start, end }) => [page, text.slice(start, end)])).toEqual([
    [1, "Alpha on the first page."],
    [2, ""],
    [3, "Gamma on the third page."],
  ])
  expect(metadata!.pagesWithoutText).toEqual([2])
  expect(pageOf(metadata, 0)).toBe(1)
  expect(pageOf(metadata, text.indexOf("Gamma"))).toBe(3)
  expect(pageOf(metadata, text.length - 1)).toBe(3)
  for (const outside of [-1, text.length, Number.NaN]) expect(pageOf(metadata, outside)).toBeUndefined()
})

test("a page number comes from the document's own pages alone", async () => {
  const { documents } = await loadAll(
    await folderOf({
      "a.pdf": await pdf((d) => d.text("One.").addPage().text("Two.")),
      "b.txt": "A text without pages, longer than the other one.",
    }),
  )
  expect(pageOf(documents[0]!.metadata, 7)).toBe(2)
  expect(pageOf(documents[1]!.metadata, 7)).toBeUndefined()
})

test("a word that a hyphen broke is whole, a compound keeps its hyphen", async () => {
  const lines = [
    "The financial state-",
    "ments are well-known and their long-",
    "term effect on the non-",
    "GAAP figures of 2019-",
    "2020 is a long-term one.",
  ]
  const { text } = await loadOne(
    "a.pdf",
    await pdf((d) => {
      for (const [i, line] of lines.entries()) d.text(line, 72, 72 + 14 * i, { lineBreak: false })
    }),
  )
  expect(text).toContain("financial statements are well-known")
  expect(text).toContain("their long-term effect")
  expect(text).toContain("the non-GAAP figures of 2019-2020 is")
})

test("kerned and letter by letter placed text keeps its words", async () => {
  const words = "AVATAR Tokyo WAVE Type office efficient"
  const { text } = await loadOne(
    "a.pdf",
    await pdf((d) => {
      d.text(words, { kerning: true } as object).moveDown(2)
      const top = d.y
      let left = 72
      for (const letter of words) {
        d.text(letter, left, top, { lineBreak: false })
        left += d.widthOfString(letter) + (letter === "A" ? -0.4 : 0.9)
      }
    }),
  )
  expect(text).toBe(`${words}\n\n${words}`)
})

test("a word set in two fonts is one word, and the next stays apart", async () => {
  const { text } = await loadOne(
    "a.pdf",
    await pdf((d) => {
      const left = 72 + d.widthOfString("agree") + 0.9
      d.text("agree", 72, 72, { lineBreak: false }).font("Helvetica-Bold")
      d.text("ment", left, 72, { lineBreak: false })
      const right = left + d.widthOfString("ment") + 3
      d.font("Helvetica").text("signed", right, 72, { lineBreak: false })
    }),
  )
  expect(text).toBe("agreement signed")
})

test("ligatures are read as their letters", async () => {
  const font =
    "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding << /Differences [1 /fi /fl] >> >>"
  const content = "BT /F1 12 Tf 72 700 Td (The of\\001ce has an ef\\001cient \\002oor) Tj ET"
  expect((await loadOne("a.pdf", rawPdf(content, font))).text).toBe("The office has an efficient floor")
})

test("text in an encoding whose character map is not installed is never left out in silence", async () => {
  const font =
    "<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UTF16-H /DescendantFonts [<< /Type /Font " +
    "/Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /DW 1000 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) " +
    "/Supplement 5 >> /FontDescriptor << /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 >> >>] >>"
  const content = "BT /F1 12 Tf 72 700 Td <65E5672C> Tj ET"
  const { failures } = await loadAll(await folderOf({ "a.pdf": rawPdf(content, font) }))
  expect(failures).toMatchObject([{ reason: "unsupported" }])
  expect(failures[0]!.error.message).toContain("UniJIS-UTF16-H; run `npm install pdfjs-dist`")
})

test("rows whose cells stand under each other become a table", async () => {
  const rows = [
    ["Item", "2023", "2024"],
    ["Revenue", "1,204.5", "1,310.0"],
    ["Costs", "900.1", "955.7"],
  ]
  const { text } = await loadOne(
    "a.pdf",
    await pdf((d) => {
      d.text("Figures in thousands")
      for (const [y, row] of rows.entries()) {
        for (const [x, cell] of row.entries()) d.text(cell, 72 + 150 * x, 120 + 16 * y, { lineBreak: false })
      }
      d.text("Audited by nobody.", 72, 200)
    }),
  )
  expect(text).toBe(
    "Figures in thousands\n\n| Item | 2023 | 2024 |\n| --- | --- | --- |\n| Revenue | 1,204.5 | 1,310.0 |\n" +
      "| Costs | 900.1 | 955.7 |\n\nAudited by nobody.",
  )
})

test("two columns are read one after the other", async () => {
  const [left, right] = [paragraph, paragraph.replaceAll("goods", "parts")]
  const { text } = await loadOne(
    "a.pdf",
    await pdf((d) => d.text(left, 72, 72, { width: 200 }).text(right, 320, 72, { width: 200 })),
  )
  expect(text).toBe(`${left}\n\n${right}`)
})

test("pictures alone, a password, a cut file and a blank page each have their reason", async () => {
  const whole = await pdf((d) => d.text(paragraph.repeat(40)))
  const { failures } = await loadAll(
    await folderOf({
      "blank.pdf": await pdf(() => {}),
      "cut.pdf": whole.slice(0, whole.length * 0.7),
      "locked.pdf": await pdf((d) => d.text("Secret."), { userPassword: "open sesame" }),
      "noise.pdf": "no PDF at all",
      "scanned.pdf": await pdf((d) => d.image(pixel, { width: 400 })),
    }),
  )
  expect(failures.map(({ path, reason }) => [path.split("/").at(-1), reason])).toEqual([
    ["blank.pdf", "empty"],
    ["cut.pdf", "damaged"],
    ["locked.pdf", "encrypted"],
    ["noise.pdf", "damaged"],
    ["scanned.pdf", "image-only"],
  ])
})

test("an owner's password does not keep a PDF from being read", async () => {
  const { text } = await loadOne(
    "a.pdf",
    await pdf((d) => d.text("Readable."), { ownerPassword: "owner", pdfVersion: "1.7" }),
  )
  expect(text).toBe("Readable.")
})
