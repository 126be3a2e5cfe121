import { joinSpans } from "../kit/pages"
import type { ParsedFile } from "../kit/parse"
import type { TextBudget } from "../kit/text-budget"
import { sheetBlocks } from "./blocks"
import { repeatMerged } from "./merges"
import { columnName, type Sheet, type SheetRow } from "./sheet"

const maxColumns = 16_384

/** Sheets as one text; a heading for each. Hidden ones are marked in `metadata.sheets`, or left out. */
export function workbookText(
  sheets: readonly Sheet[],
  includeHidden: boolean,
  budget: TextBudget,
): Pick<ParsedFile, "text" | "metadata"> {
  const shown = sheets.filter(({ isHidden }) => includeHidden || !isHidden)
  const bodies = shown.map(({ rows, merges, hiddenColumns, figures }) => {
    const all = repeatMerged(rows, merges, budget)
    return [...sheetBlocks(includeHidden ? all : shownRows(all, hiddenColumns), budget), ...figures]
  })
  if (bodies.every((body) => body.length === 0)) return { text: "" }
  const texts = shown.map(({ name }, index) => [`## ${name}`, ...bodies[index]!].join("\n\n"))
  const { text, spans } = joinSpans(texts)
  return {
    text,
    metadata: {
      sheets: spans.map((span, index) => ({ name: shown[index]!.name, ...span, ...hiddenOf(shown[index]!) })),
    },
  }
}

/** Rows as they show with what is hidden left out: those below move up. */
function shownRows(rows: readonly SheetRow[], hiddenColumns: Sheet["hiddenColumns"]): readonly SheetRow[] {
  const isHidden = hiddenTest(hiddenColumns)
  let left = 0
  return rows.flatMap((row) => {
    const cells = row.cells.filter(({ column }) => !isHidden(column))
    if (row.isHidden) left++
    return row.isHidden || cells.length === 0 ? [] : [{ ...row, index: row.index - left, cells }]
  })
}

/** Adds up where areas begin and end, since a file may name any number of them. */
function hiddenTest(areas: Sheet["hiddenColumns"]): (column: number) => boolean {
  const depth = new Int32Array(maxColumns + 1)
  for (const { first, last } of areas) {
    depth[Math.max(0, first)]!++
    depth[Math.min(maxColumns, last + 1)]!--
  }
  for (let column = 1; column <= maxColumns; column++) depth[column]! += depth[column - 1]!
  return (column) => (depth[column] ?? 0) > 0
}

/** What of a sheet is hidden, as a reader would name it: rows `3:5`, columns `C:D`. */
function hiddenOf({ isHidden, rows, hiddenColumns }: Sheet) {
  const areas: { first: number; last: number }[] = []
  for (const { index, isHidden } of rows) {
    const last = areas.at(-1)
    if (!isHidden) continue
    if (last?.last === index - 1) last.last = index
    else areas.push({ first: index, last: index })
  }
  return {
    ...(isHidden ? { hidden: true } : {}),
    ...(areas.length > 0 ? { hiddenRows: areas.map(({ first, last }) => `${first + 1}:${last + 1}`) } : {}),
    ...(hiddenColumns.length > 0
      ? { hiddenColumns: hiddenColumns.map(({ first, last }) => `${columnName(first)}:${columnName(last)}`) }
      : {}),
  }
}
