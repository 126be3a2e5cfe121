import { fence } from "./fence"
import { choiceMark, fieldText } from "./form"
import { formulaText } from "./formula"
import { openList } from "./list"
import { onOneLine, type Page } from "./page"
import type { HtmlNode } from "./peer"
import { openTable } from "./table"
import { attribute, strikeMark } from "./tree"

/** Does what an element means for the text; gives what is to be done after its children, or false to leave them out. */
export type Enter = (page: Page, node: HtmlNode) => (() => void) | false | undefined

const leaveOut: Enter = () => false

const asBlock: Enter = ({ target }) => {
  target.flush()
  return () => target.flush()
}

const asHeading: Enter = (page, { nodeName }) =>
  onOneLine(page, (text) => {
    const mark = page.target.isFlat ? "" : `${"#".repeat(Number(nodeName[1]))} `
    page.target.block(text && mark + text)
  })

const asList: Enter = (page, node) => {
  // A list right inside a list, as some editors write it, is a level of its own.
  const indent = page.lists.length > 0 && listNames.has(page.parents.at(-1)?.nodeName ?? "") ? "  " : ""
  const close = page.target.open({ first: indent, rest: indent, isTight: true })
  page.lists.push(openList(node, page))
  return () => {
    page.lists.pop()
    close()
  }
}

const asItem: Enter = (page, node) => {
  const first = page.lists.at(-1)?.markOf(node) ?? "- "
  return page.target.open({ first, rest: " ".repeat(first.length), isTight: true })
}

const asTable: Enter = (page, node) => {
  const { target, budget } = page
  target.flush()
  const isWords = target.isFlat || page.layouts.has(node)
  const table = isWords ? undefined : openTable(budget)
  page.tables.push(table)
  return () => {
    page.tables.pop()
    target.block(table?.markdown() ?? "")
  }
}

const asRow: Enter = (page) => {
  page.tables.at(-1)?.openRow(page.parents.at(-1)?.nodeName ?? "")
  const { target } = page
  target.flush()
  return () => target.separate(";")
}

const asCell: Enter = (page, node) => {
  const { struck } = page
  const table = page.tables.at(-1)
  const leave =
    table === undefined ? asBlock(page, node) : onOneLine(page, (text) => table.addCell(node, text))
  return () => {
    if (leave) leave()
    // What is struck and never closed ends with its cell.
    page.struck = struck
  }
}

/** For elements that only a style raises or lowers, too. */
export const shifted =
  (way: "raised" | "lowered"): Enter =>
  ({ target }) =>
    target.inline.shift(way)

const struckOut: Enter = (page) => {
  page.struck++
  return () => {
    page.struck--
  }
}

const between =
  (start: string, end: string): Enter =>
  ({ target }) => {
    target.inline.text(start)
    return () => target.inline.text(end)
  }

const write =
  (text: (node: HtmlNode) => string): Enter =>
  ({ target }, node) => {
    target.inline.text(text(node))
    return false
  }

const listNames = new Set(["ul", "ol", "menu", "dir"])

function all(names: string, enter: Enter): readonly (readonly [string, Enter])[] {
  return names.split(" ").map((name) => [name, enter] as const)
}

/** Elements that stand for more than their words; those that are not here are their children. */
export const elements: ReadonlyMap<string, Enter> = new Map<string, Enter>([
  ...all("script style noscript template title desc head iframe datalist noframes", leaveOut),
  ...all(
    "address article aside body caption center dd details dialog div dl dt fieldset figcaption figure",
    asBlock,
  ),
  ...all("footer form header hgroup html legend main nav optgroup p search section summary text", asBlock),
  ...all("h1 h2 h3 h4 h5 h6", asHeading),
  ...all([...listNames].join(" "), asList),
  ["li", asItem],
  ["table", asTable],
  ["tr", asRow],
  ...all("td th", asCell),
  ["blockquote", ({ target }) => target.open({ first: "> ", rest: "> ", isTight: false })],
  [
    "br",
    ({ target }) => {
      target.inline.lineBreak()
      return false
    },
  ],
  [
    "hr",
    ({ target }) => {
      target.flush()
      return false
    },
  ],
  [
    "pre",
    ({ target }, node) => {
      target.block(fence(node, target.isFlat))
      return false
    },
  ],
  ["img", write((node) => attribute(node, "alt") ?? "")],
  ["input", write(fieldText)],
  ["math", write((node) => formulaText(node))],
  ["option", (page, node) => between(choiceMark(node), " ")(page, node)],
  ["q", between("\u201c", "\u201d")],
  ["rt", (page, node) => (hasParentheses(page.parents.at(-1)) ? undefined : between("(", ")")(page, node))],
  ["sup", shifted("raised")],
  ["sub", shifted("lowered")],
  ["del", struckOut],
  [
    strikeMark,
    (page, node) => {
      const way = attribute(node, "strike")
      if (way !== undefined) page.struck = Math.max(0, page.struck + (way === "on" ? 1 : -1))
      page.target.inline.text(attribute(node, "note") ?? "")
      return false
    },
  ],
])

const hasParentheses = (ruby: HtmlNode | undefined): boolean =>
  (ruby?.childNodes ?? []).some(({ nodeName }) => nodeName === "rp")
