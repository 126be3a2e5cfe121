import fc from "fast-check"
import { parse } from "papaparse"
import { describe, expect, it } from "vitest"
import { gridCSV } from "../../../src/report/page/grid/csv"
import { movedBy } from "../../../src/report/page/grid/keys"
import {
  type GridCell,
  type GridData,
  type GridView,
  numberOf,
  shownRows,
  viewOfAll,
} from "../../../src/report/page/grid/model"
import { rowWindow, scrollToRow } from "../../../src/report/page/grid/row-window"

const found = (value: string): GridCell => ({ state: "found", value })
const none: GridCell = { state: "not-found", value: "" }
const row = (title: string, status: string, ...cells: GridCell[]) => ({
  id: `${title}.txt`,
  title,
  status,
  cells,
})

const data: GridData = {
  columns: [{ title: "Days" }, { title: "Law" }],
  rows: [
    row("Bolt", "answered", found("9"), found("Ohio")),
    row("Acme", "answered", found("1,200"), none),
    row("Crane", "failed", { state: "unread", value: "" }, { state: "unread", value: "" }),
    row("Delta", "not-found", none, found("Iowa")),
    row("Echo", "answered", found("30"), found("iowa")),
  ],
}
const titles = (view: Partial<GridView>) =>
  shownRows(data, { ...viewOfAll(2), ...view }).map((index) => data.rows[index]!.title)

describe("shownRows", () => {
  it("filters by words in titles, ids and values, by status and by state", () => {
    expect(titles({ search: " IOWA " })).toEqual(["Delta", "Echo"])
    expect(titles({ search: "acme.txt" })).toEqual(["Acme"])
    expect(titles({ status: "failed" })).toEqual(["Crane"])
    expect(titles({ states: ["found", "not-found"] })).toEqual(["Acme"])
    expect(titles({ status: "answered", search: "o", states: ["", "found"] })).toEqual(["Bolt", "Echo"])
  })

  it("sorts numbers as numbers, what is not found last both ways, and ties by position", () => {
    const sorted = (column: number, descending: boolean) => titles({ sort: { column, descending } })
    expect(sorted(0, false)).toEqual(["Bolt", "Echo", "Acme", "Delta", "Crane"])
    expect(sorted(0, true)).toEqual(["Acme", "Echo", "Bolt", "Delta", "Crane"])
    expect(sorted(1, false)).toEqual(["Delta", "Echo", "Bolt", "Acme", "Crane"])
    expect(sorted(-2, true)).toEqual(["Echo", "Delta", "Crane", "Bolt", "Acme"])
    expect(sorted(-1, false)).toEqual(["Bolt", "Acme", "Echo", "Crane", "Delta"])
  })

  it("sees a number in a value that is nothing else", () => {
    expect(["12", "-1.5", "1,200.5", "12 days", "1,2", "", "1e5"].map(numberOf)).toEqual([
      12,
      -1.5,
      1200.5,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe("gridCSV", () => {
  it("is read back as it was, and holds no formula", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }), (values) => {
        const rows = values.map((value) => row("T", "answered", found(value)))
        const csv = gridCSV({ columns: [{ title: "=A" }], rows })
        const read = parse<string[]>(csv, { skipEmptyLines: true }).data
        expect(read[0]).toEqual(["document", "id", "status", "'=A", "state", "quotes"])
        read.slice(1).forEach((fields, index) => {
          expect([values[index], `'${values[index]}`]).toContain(fields[3])
          if (/^[=+\-@\t\r]/.test(values[index]!)) expect(fields[3]).toMatch(/^(?:'|[+-]?\d)/)
        })
      }),
    )
  })

  it("has the quotes with their places, and leaves numbers numbers", () => {
    const cell = { ...found("-5"), quotes: [{ text: 'He said "no"', start: 3, end: 15 }] }
    const [, fields] = parse<string[]>(
      gridCSV({ columns: [{ title: "A" }], rows: [row("T", "answered", cell)] }),
    ).data
    expect(fields).toEqual(["T", "T.txt", "answered", "-5", "found", '"He said "no"" (3-15)'])
  })
})

describe("the rows in the page", () => {
  it("hold all that is in sight, and few others, at any place", () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(200_000), fc.nat(1000), (count, top, height) => {
        const { from, to } = rowWindow(count, 36, top, height)
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeLessThanOrEqual(count)
        expect(to - from).toBeLessThanOrEqual(Math.ceil(height / 36) + 24)
        for (let row = Math.floor(top / 36); row < Math.min(count, (top + height) / 36); row++) {
          expect(row >= from && row < to).toBe(true)
        }
      }),
    )
  })

  it("are scrolled to no further than needed", () => {
    expect(scrollToRow(3, 36, 0, 360)).toBe(0)
    expect(scrollToRow(12, 36, 0, 360)).toBe(108)
    expect(scrollToRow(2, 36, 500, 360)).toBe(72)
  })
})

describe("the keys", () => {
  const from = (key: string, withControl = false) => movedBy(key, withControl, { row: 5, column: 1 }, 8, 3, 4)

  it("move by cell, row, page and to the ends, and not beyond", () => {
    expect(from("ArrowDown")).toEqual({ row: 6, column: 1 })
    expect(from("ArrowUp")).toEqual({ row: 4, column: 1 })
    expect(from("ArrowLeft")).toEqual({ row: 5, column: 0 })
    expect(from("PageDown")).toEqual({ row: 7, column: 1 })
    expect(from("PageUp")).toEqual({ row: 1, column: 1 })
    expect(from("End")).toEqual({ row: 5, column: 2 })
    expect(from("Home", true)).toEqual({ row: 0, column: 0 })
    expect(from("End", true)).toEqual({ row: 7, column: 2 })
    expect(from("a")).toBeUndefined()
  })
})
