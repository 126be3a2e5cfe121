import { make } from "../dom"
import { gridCSV } from "./csv"
import { type CellPlace, movedBy } from "./keys"
import { type GridData, type GridRow, type GridView, shownRows, viewOfAll } from "./model"
import { type RowWindow, rowWindow, scrollToRow } from "./row-window"
import { bodyRow, cellId, headRow, printedTable } from "./rows"
import { type GridChoices, gridToolbar } from "./toolbar"

export interface GridOptions {
  readonly name: string
  readonly rowTitle: string
  readonly choices: GridChoices
  /** Looked at anew by each `refresh`. */
  readonly data: () => GridData
  /** `column` counts from -2: title, status, the first column. `opener` gets the focus back. */
  readonly onOpen: (row: GridRow, column: number, opener: HTMLElement) => void
  /** Left out: nothing is exported. */
  readonly onExport: ((csv: string) => void) | undefined
}

export interface Grid {
  readonly element: HTMLElement
  /** Shows the data as they are now. */
  refresh(): void
}

const rowHeight = 36
const noRows: RowWindow = { from: 0, to: 0 }
let grids = 0

/** A grid of any length that sorts, filters and exports; only the rows near the sight are in the page. */
export function createGrid(options: GridOptions): Grid {
  const { name, rowTitle, data, onOpen } = options
  const prefix = `grid-${++grids}`
  let view: GridView = viewOfAll(data().columns.length)
  let shown: number[] = []
  let active: CellPlace | undefined
  /** The rows that are in the page. */
  let inPage: RowWindow = noRows

  const head = make("div", { role: "rowgroup", class: "top" })
  const body = make("div", { role: "rowgroup", class: "body" })
  const box = make("div", {
    class: "grid",
    role: "grid",
    tabindex: 0,
    "aria-label": name,
    "aria-readonly": "true",
    "aria-colcount": data().columns.length + 2,
  })
  box.append(head, body)
  box.style.setProperty("--columns", String(data().columns.length))
  const { onExport } = options
  const exportShown = (hand: (csv: string) => void) => () => {
    const { columns, rows } = data()
    hand(gridCSV({ columns, rows: shown.map((index) => rows[index]!) }))
  }
  const toolbar = gridToolbar(data(), options.choices, () => view, change, onExport && exportShown(onExport))
  const element = make("div", { class: "grid-box" }, toolbar.element, box)

  function change(next: GridView): void {
    view = next
    active = undefined
    box.scrollTop = 0
    showHead()
    refresh()
  }

  function sortBy(column: number): void {
    const { sort } = view
    const isSorted = sort?.column === column
    change({
      ...view,
      // Up, down, and as it was.
      sort: isSorted && sort?.descending ? undefined : { column, descending: isSorted },
    })
    box.querySelectorAll<HTMLElement>(".sort")[column + 2]?.focus()
  }

  function refresh(): void {
    const current = data()
    shown = shownRows(current, view)
    toolbar.showCount(shown.length, current.rows.length)
    box.setAttribute("aria-rowcount", String(shown.length + 1))
    body.style.height = `${shown.length * rowHeight}px`
    body.replaceChildren()
    inPage = noRows
    render()
  }

  function showHead(): void {
    head.replaceChildren(headRow(data(), rowTitle, view.sort, sortBy))
  }

  /** Rows that stay in sight stay in the page: the browser lays out only those that are new. */
  function render(): void {
    const { from, to } = rowWindow(shown.length, rowHeight, box.scrollTop, box.clientHeight)
    for (const row of [...body.children] as HTMLElement[]) {
      const at = Number(row.dataset.row)
      if (at < from || at >= to) row.remove()
    }
    body.prepend(...rowsBetween(from, Math.min(to, inPage.from)))
    body.append(...rowsBetween(Math.max(from, inPage.to), to))
    inPage = { from, to }
    showActive()
  }

  function rowsBetween(from: number, to: number): HTMLElement[] {
    const { rows } = data()
    return shown.slice(from, Math.max(from, to)).map((index, offset) => {
      const at = from + offset
      const row = bodyRow(rows[index]!, at, prefix)
      row.style.top = `${at * rowHeight}px`
      return row
    })
  }

  /** The row of the active cell may be out of the page. */
  function showActive(): void {
    body.querySelector(".active")?.classList.remove("active")
    const id = active === undefined ? "" : cellId(prefix, active.row, active.column)
    const cell = document.getElementById(id)
    cell?.classList.add("active")
    if (cell === null) box.removeAttribute("aria-activedescendant")
    else box.setAttribute("aria-activedescendant", id)
  }

  function activate(place: CellPlace): void {
    active = place
    const height = box.clientHeight - headHeight()
    box.scrollTop = scrollToRow(place.row, rowHeight, box.scrollTop, height)
    render()
    body.querySelector(".active")?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }

  const headHeight = () => head.offsetHeight
  const open = ({ row, column }: CellPlace) => onOpen(data().rows[shown[row]!]!, column - 2, box)

  box.addEventListener("scroll", () => requestAnimationFrame(render), { passive: true })
  box.addEventListener("focus", () => {
    if (active === undefined && shown.length > 0) activate({ row: 0, column: 0 })
  })
  box.addEventListener("keydown", (event) => {
    if (event.target !== box || active === undefined) return
    const columns = data().columns.length + 2
    const pageRows = Math.max(1, Math.floor((box.clientHeight - headHeight()) / rowHeight) - 1)
    const next = movedBy(event.key, event.ctrlKey || event.metaKey, active, shown.length, columns, pageRows)
    if (next !== undefined) activate(next)
    else if (event.key === "Enter" || event.key === " ") open(active)
    else return
    event.preventDefault()
  })
  const placeAt = ({ target }: Event): CellPlace | undefined => {
    const cell = (target as HTMLElement).closest<HTMLElement>("[data-column]")
    const row = cell?.closest<HTMLElement>("[data-row]")
    return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : undefined
  }
  // Before the focus comes, which would go to the first cell.
  let pressed: CellPlace | undefined
  body.addEventListener("pointerdown", (event) => {
    pressed = placeAt(event)
    active = pressed ?? active
    showActive()
  })
  body.addEventListener("click", (event) => {
    // Rows of a run that goes on may have been made anew since the press.
    const place = placeAt(event) ?? pressed
    if (place !== undefined) open(place)
  })
  onWindow("resize", render)
  onWindow("beforeprint", () => element.append(printedTable(data(), rowTitle)))
  onWindow("afterprint", () => element.querySelector(".printed")?.remove())

  /** As long as the grid is in the page. */
  function onWindow(type: string, act: () => void): void {
    const listener = () => (element.isConnected ? act() : removeEventListener(type, listener))
    addEventListener(type, listener)
  }
  showHead()
  return { element, refresh }
}
