import { expect, test } from "vitest"
import { locateQuote } from "../../../src/evidence/quotes/locate-quote"
import { loadOne, pdf } from "../fixtures"
import { at, codes, pdfOf, pdfText, unicodeFont } from "./fixture"

const rows = [
  ["Ann Baker", "Clerk", "1,200.00"],
  ["Bo Chan", "Driver", "2,300.00"],
  ["Cy Dale", "Cook", "3,400.00"],
]
const places = [60, 200, 450]
const table =
  "| Ann Baker | Clerk | 1,200.00 |\n| --- | --- | --- |\n| Bo Chan | Driver | 2,300.00 |\n| Cy Dale | Cook | 3,400.00 |"

test.each([
  ["the last first", (row: string[], y: number) => [2, 0, 1].map((i) => at(places[i]!, y, row[i]!))],
  ["from the right", (row: string[], y: number) => [2, 1, 0].map((i) => at(places[i]!, y, row[i]!))],
])("cells of a row that are drawn %s are one row", async (_, draw) => {
  expect(await pdfText(rows.flatMap((row, i) => draw(row, 700 - i * 20)).join(""))).toBe(table)
})

test("a table that is drawn column by column is read row by row", async () => {
  const cells = places.flatMap((x, column) => rows.map((row, i) => at(x, 700 - i * 20, row[column]!)))
  expect(await pdfText(cells.join(""))).toBe(table)
})

test("a header and one row are a table; two lines of two cells are lines", async () => {
  const three = ["Start", "End", "Sum"].map((text, i) => at(60 + i * 120, 700, text)).join("")
  const values = ["May", "June", "500"].map((text, i) => at(60 + i * 120, 684, text)).join("")
  expect(await pdfText(three + values)).toBe(
    "| Start | End | Sum |\n| --- | --- | --- |\n| May | June | 500 |",
  )
  const pairs = at(60, 700, "Name:") + at(200, 700, "Ada") + at(60, 684, "Date:") + at(200, 684, "1 May")
  expect(await pdfText(pairs)).toBe("Name: Ada\nDate: 1 May")
})

const left = [
  "The tenant pays the rent on",
  "the first day of each month",
  "and tells the landlord when",
  "a bill was not received in",
  "time for the payment.",
]
const right = [
  "The landlord repairs the",
  "roof within ten days after",
  "he was told of the damage,",
  "and bears all of the costs",
  "of the repair himself.",
]
const columns = `${left.join(" ")}\n\n${right.join(" ")}`

test("columns of text are read one after the other, in whatever order they are drawn", async () => {
  const line = (side: string[], x: number, i: number) => at(x, 700 - i * 14, side[i]!)
  const byRow = left.map((_, i) => line(left, 60, i) + line(right, 330, i)).join("")
  const byColumn =
    left.map((_, i) => line(left, 60, i)).join("") + right.map((_, i) => line(right, 330, i)).join("")
  const rightFirst =
    right.map((_, i) => line(right, 330, i)).join("") + left.map((_, i) => line(left, 60, i)).join("")
  for (const content of [byRow, byColumn, rightFirst]) expect(await pdfText(content)).toBe(columns)
  const title = at(150, 760, "The rights and the duties of both of the parties", 11)
  expect(await pdfText(byRow + title)).toBe(`The rights and the duties of both of the parties\n\n${columns}`)
})

test("words from right to left keep their order around figures and Latin words", async () => {
  let x = 540
  const pieces = [
    "\u05d4\u05e9\u05d5\u05db\u05e8 \u05de\u05e9\u05dc\u05dd",
    "500",
    "\u05e9\u05e7\u05dc",
    "Alder Ltd",
    "\u05d1\u05d7\u05d5\u05d3\u05e9",
  ]
  const content = pieces.map((text) => {
    x -= text.length * 6.05
    const drawn = codes(x, 700, /[A-Z0-9]/.test(text) ? text : [...text].reverse().join(""))
    x -= 3.3
    return drawn
  })
  expect(await pdfText(content.join(""), unicodeFont)).toBe(pieces.join(" "))
})

test("letters, lines and pages of text that are drawn twice are read once", async () => {
  const letters = [..."TOTAL 1500"].map(
    (letter, i) => at(60 + i * 10, 700, letter, 14) + at(60.5 + i * 10, 700, letter, 14),
  )
  expect(await pdfText(letters.join(""))).toBe("TOTAL 1500")
  const line = at(60, 700, "TOTAL PRICE 1500", 14) + at(60.4, 700, "TOTAL PRICE 1500", 14)
  expect(await pdfText(line)).toBe("TOTAL PRICE 1500")
  const page = at(60, 700, "One line of it") + at(60, 686, "and one more of it")
  expect(await pdfText(page + page)).toBe("One line of it and one more of it")
  expect(await pdfText(at(60, 700, "11 11") + at(60, 660, "11 11"))).toBe("11 11\n\n11 11")
})

test("a large first letter belongs to the first of the lines beside it", async () => {
  const lines = [
    "he tenant pays the rent on the",
    "first day of each month and the",
    "landlord gives a receipt for it,",
  ]
  const content =
    at(60, 672, "T", 36) +
    lines.map((line, i) => at(84, 700 - i * 14, line)).join("") +
    at(60, 658, "which the tenant keeps for two years.")
  expect((await pdfText(content)).replace(/\s+/g, " ")).toBe(
    `T${lines.join(" ")} which the tenant keeps for two years.`,
  )
})

test("a raised figure keeps apart from the one before it", async () => {
  expect(await pdfText(at(60, 700, "About 10") + at(102.8, 704, "6", 7) + at(107, 700, " cells"))).toBe(
    "About 10^6 cells",
  )
})

test("text of a page that is turned is read along its own lines", async () => {
  const turned = (x: number, y: number, text: string) =>
    `BT /F1 11 Tf 0 1 -1 0 ${x} ${y} Tm (${text}) Tj ET\n`
  const content =
    turned(100, 60, "The first line of the page") + turned(114, 60, "and the second line of it.")
  const { text } = await loadOne("a.pdf", pdfOf([{ content, more: "/Rotate 90" }]))
  expect(text).toBe("The first line of the page and the second line of it.")
})

test("a sentence over the end of a page is whole, its head and foot are kept", async () => {
  const { text, metadata } = await loadOne(
    "a.pdf",
    pdfOf([
      {
        content:
          at(60, 70, "The tenant pays on the first day of each month and") + at(290, 30, "Page 1 of 3", 9),
      },
      {
        content:
          at(60, 760, "Lease 2024", 9) +
          at(60, 720, "gives notice of any damage within ten") +
          at(290, 30, "Page 2 of 3", 9),
      },
      { content: at(60, 760, "Lease 2024", 9) + at(60, 720, "days. He keeps the receipt.") },
    ]),
  )
  expect(locateQuote("each month and gives notice of any damage", text)).toBeDefined()
  for (const part of ["Page 1 of 3", "Page 2 of 3", "Lease 2024", "within ten\n\nLease"])
    expect(text).toContain(part)
  const pages = metadata!.pages as { start: number; end: number }[]
  expect(text.slice(pages[0]!.start, pages[0]!.end)).toBe(
    "Page 1 of 3\n\nThe tenant pays on the first day of each month and",
  )
})

test("small lines over one another stay apart beside a large title", async () => {
  const { text } = await loadOne(
    "a.pdf",
    await pdf((page) => {
      page.fontSize(24).text("Guidelines", 72, 60, { lineBreak: false })
      page.fontSize(7).text("Index", 400, 66, { lineBreak: false })
      page.text("Contents", 400, 73, { lineBreak: false })
    }),
  )
  expect(text).not.toMatch(/[_^]\(?Contents/)
  expect(text.match(/\b(?:Guidelines|Index|Contents)\b/g)?.toSorted()).toEqual([
    "Contents",
    "Guidelines",
    "Index",
  ])
})
