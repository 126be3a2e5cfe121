import { LoadFileError } from "../kit/errors"
import type { FileFormat } from "../kit/format"
import { markdownTable } from "../kit/markdown-table"
import { joinSpans } from "../kit/pages"
import type { ParseFile } from "../kit/parse"
import { holdsEncryptedPackage, isCompoundFile, openZip } from "../kit/zip"
import { type Cell, loadSpreadsheetParser, type Sheet } from "./peer"

/**
 * A workbook as Markdown: each sheet's name is a heading, each block of rows between empty rows a table. Values are
 * as displayed, dates as year-month-day, and numbers without a format at full precision.
 */
export const spreadsheet: FileFormat = { name: "spreadsheet", extensions: [".xlsx", ".xls"], loadParser }

async function loadParser(): Promise<ParseFile> {
  const { read } = await loadSpreadsheetParser()
  return async ({ bytes, maxUnpackedBytes, signal }) => {
    if (holdsEncryptedPackage(bytes)) throw new LoadFileError("encrypted", "It needs a password.")
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
    // The library reads anything as something; only what a spreadsheet can start with may reach it.
    if (!isZip && !isCompoundFile(bytes) && ![0x09, 0x3c, 0xef].includes(bytes[0] ?? 0)) {
      throw new LoadFileError("damaged", "It does not start as a spreadsheet does.")
    }
    const checked = isZip ? (await openZip(bytes, maxUnpackedBytes, signal)).repacked() : bytes
    const { SheetNames, Sheets } = parse(checked)
    const bodies = SheetNames.map((name) => sheetBlocks(Sheets[name] ?? {}))
    if (bodies.every((body) => body.length === 0)) return { text: "" }
    const texts = SheetNames.map((name, index) => [`## ${name}`, ...bodies[index]!].join("\n\n"))
    const { text, spans } = joinSpans(texts)
    return { text, metadata: { sheets: spans.map((span, index) => ({ name: SheetNames[index]!, ...span })) } }
  }

  function parse(bytes: Uint8Array): ReturnType<typeof read> {
    try {
      return read(bytes, {
        type: "array",
        dense: true,
        cellFormula: false,
        cellHTML: false,
        cellNF: true,
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
function sheetBlocks(sheet: Sheet): string[] {
  const blocks: string[] = []
  let rows: string[][] = []
  const flush = () => {
    blocks.push(...tableBlocks(rows))
    rows = []
  }
  let previous = -1
  sheet["!data"]?.forEach((cells, index) => {
    const row: string[] = []
    cells?.forEach((cell, column) => {
      const text = cell === undefined ? "" : cellText(cell)
      if (text !== "") row[column] = text
    })
    if (row.length === 0) return
    if (index !== previous + 1) flush()
    previous = index
    rows.push(row)
  })
  flush()
  return blocks
}

/** Lone cells above a table are its titles; columns left of the first value are dropped. */
function tableBlocks(rows: readonly string[][]): string[] {
  const firstColumn = rows.reduce(
    (first, row) =>
      Math.min(
        first,
        row.findIndex((text) => text),
      ),
    Infinity,
  )
  const trimmed = rows.map((row) => Array.from(row.slice(firstColumn), (text) => text ?? ""))
  const isLone = (row: readonly string[]) => row.filter((text) => text !== "").length === 1
  const isWide = trimmed.some((row) => row.length > 1)
  const start = isWide ? trimmed.findIndex((row) => !isLone(row)) : trimmed.length === 1 ? 1 : 0
  const titles = trimmed.slice(0, start < 0 ? trimmed.length : start).map((row) => row.join(" ").trim())
  const table = start < 0 ? [] : trimmed.slice(start)
  return table.length === 0 ? titles : [...titles, markdownTable(table)]
}

function cellText(cell: Cell): string {
  if (cell.t === "n" && typeof cell.v === "number" && (cell.z === undefined || cell.z === "General")) {
    // A spreadsheet holds 15 digits; what follows is noise of the binary form.
    return String(Number(cell.v.toPrecision(15)))
  }
  return (cell.w ?? String(cell.v ?? "")).trim()
}
