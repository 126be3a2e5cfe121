import { LoadFileError } from "../../kit/errors"
import type { TextBudget } from "../../kit/text-budget"
import { type NumberText, numberText } from "../number-text"
import type { NumberFormatter, OlderCell, OlderSheet, SpreadsheetParser } from "../peer"
import type { Sheet, SheetCell, SheetRow } from "../sheet"

/** Sheets of the formats that the optional parser knows: the older binary ones, and XML of 2003. */
export function readOlder(
  { read }: SpreadsheetParser,
  bytes: Uint8Array,
  formatter: NumberFormatter,
  budget: TextBudget,
): readonly Sheet[] {
  const { SheetNames, Sheets, Workbook } = parse()
  const number = numberText(formatter, Workbook?.WBProps?.date1904 === true)
  return SheetNames.map((name, index) => {
    const sheet = Sheets[name] ?? {}
    return {
      name,
      isHidden: (Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0,
      rows: sheetRows(sheet, number, budget),
      merges: (sheet["!merges"] ?? []).map(({ s, e }) => ({ top: s.r, left: s.c, bottom: e.r, right: e.c })),
      hiddenColumns: (sheet["!cols"] ?? []).flatMap((column, at) =>
        column?.hidden === true ? [{ first: at, last: at }] : [],
      ),
      figures: [],
    }
  })

  function parse(): ReturnType<SpreadsheetParser["read"]> {
    try {
      return read(bytes, {
        type: "array",
        dense: true,
        cellHTML: false,
        cellNF: true,
        cellStyles: true,
        dateNF: "yyyy-mm-dd",
      })
    } catch (cause) {
      if (/password|encrypt/i.test(String(cause))) {
        throw new LoadFileError("encrypted", "It needs a password.", { cause })
      }
      throw cause
    }
  }
}

/** Only cells that are there are looked at: what a sheet says of its own size may be a million empty rows. */
function sheetRows(sheet: OlderSheet, number: NumberText, budget: TextBudget): readonly SheetRow[] {
  const rows: SheetRow[] = []
  sheet["!data"]?.forEach((row, index) => {
    const cells: SheetCell[] = []
    row?.forEach((cell, column) => {
      const text = cell === undefined ? "" : cellText(cell, number).trim()
      budget.spend(text.length)
      if (text !== "") cells.push({ column, text })
    })
    if (cells.length > 0) rows.push({ index, cells, isHidden: sheet["!rows"]?.[index]?.hidden === true })
  })
  return rows
}

/** Dates that follow the reader's country are year-month-day. */
const localDates: { readonly [format: string]: string } = {
  "m/d/yy": "yyyy-mm-dd",
  "m/d/yy h:mm": "yyyy-mm-dd h:mm",
}

function cellText({ t, v, w, z, f }: OlderCell, number: NumberText): string {
  if (t === "n" && typeof v === "number") {
    return number(v, typeof z === "string" ? (localDates[z] ?? z) : z)
  }
  if (v === undefined && f !== undefined) return `=${f}`
  return w ?? String(v ?? "")
}
