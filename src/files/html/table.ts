import { markdownTable } from "../kit/markdown-table"
import { fillGrid, type SpanningCell } from "../kit/table-grid"
import type { TextBudget } from "../kit/text-budget"
import type { HtmlNode } from "./peer"
import { attribute, walkTree } from "./tree"

/** A table whose cells are being read. */
export interface OpenTable {
  /** @param group name of the element around it: a header that is written last still comes first, a footer last */
  openRow(group: string): void
  addCell(cell: HtmlNode, text: string): void
  /** As Markdown; empty where no cell holds text. */
  markdown(): string
}

const ranks: { readonly [group: string]: number } = { thead: 0, tfoot: 2 }

export function openTable(budget: TextBudget): OpenTable {
  const groups: SpanningCell[][][] = [[], [], []]
  let row: SpanningCell[] = []
  return {
    openRow(group) {
      row = []
      groups[ranks[group] ?? 1]!.push(row)
    },
    addCell(cell, text) {
      if (groups.every((rows) => rows.length === 0)) groups[1]!.push(row)
      row.push({ text, columns: span(cell, "colspan"), rows: span(cell, "rowspan") })
    },
    markdown() {
      const filled = fillGrid(groups.flat(), budget).filter((cells) => cells.some((text) => text !== ""))
      return filled.length === 0 ? "" : markdownTable(filled)
    },
  }
}

/** A rowspan of 0 goes to the end of the table. */
function span(cell: HtmlNode, name: "colspan" | "rowspan"): number {
  const value = Number.parseInt(attribute(cell, name) ?? "1", 10)
  return value === 0 && name === "rowspan" ? Number.MAX_SAFE_INTEGER : value > 0 ? value : 1
}

/**
 * Tables that only lay out a page: with a lone cell, or with tables in their cells and nothing that
 * tells of data, such as header cells or a first row of plain cells as long as every other.
 */
export function layoutTables(root: HtmlNode): ReadonlySet<HtmlNode> {
  const layouts = new Set<HtmlNode>()
  const open: { table: HtmlNode; hasHeader: boolean; rows: { cells: number; tables: number }[] }[] = []
  walkTree(root, (node) => {
    const table = open.at(-1)
    const row = table?.rows.at(-1)
    if (node.nodeName === "tr") table?.rows.push({ cells: 0, tables: 0 })
    else if (node.nodeName === "th" || node.nodeName === "td") {
      if (row !== undefined) row.cells++
      if (table !== undefined && node.nodeName === "th") table.hasHeader = true
    } else if (node.nodeName === "table") {
      if (row !== undefined) row.tables++
      const entry = { table: node, hasHeader: false, rows: [] }
      open.push(entry)
      return () => {
        open.pop()
        if (isLayout(entry)) layouts.add(node)
      }
    }
    return undefined
  })
  return layouts

  function isLayout({ table, hasHeader, rows }: (typeof open)[number]): boolean {
    if (/^(?:presentation|none)$/.test(attribute(table, "role") ?? "")) return true
    const cells = rows.reduce((sum, row) => sum + row.cells, 0)
    const tables = rows.reduce((sum, row) => sum + row.tables, 0)
    if (cells < 2) return true
    if (tables === 0 || hasHeader) return false
    const [first] = rows
    const isRegular = rows.length > 1 && rows.every((row) => row.cells === first!.cells && row.cells > 1)
    return !(isRegular && first!.tables === 0)
  }
}
