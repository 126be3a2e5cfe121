import type { TextBudget } from "../kit/text-budget"
import type { OpenList } from "./list"
import type { HtmlNode } from "./peer"
import type { StyleSheet } from "./style-sheet"
import { layoutTables, type OpenTable } from "./table"
import { blockTarget, flatTarget, type Target } from "./target"

/** A page on its way to be text: what is open where the reader stands. */
export interface Page {
  readonly budget: TextBudget
  readonly styles: StyleSheet
  /** Tables that only lay out the page. */
  readonly layouts: ReadonlySet<HtmlNode>
  /** Elements around the node that is read, outermost first. */
  readonly parents: HtmlNode[]
  readonly lists: OpenList[]
  /** Last number of each counter of a label. */
  readonly counters: Map<string, number>
  /** Undefined for a table whose cells are text of the page. */
  readonly tables: (OpenTable | undefined)[]
  target: Target
  /** Struck passages that are open. */
  struck: number
}

export function openPage(root: HtmlNode, styles: StyleSheet, budget: TextBudget): Page {
  const page: Page = {
    budget,
    styles,
    layouts: layoutTables(root),
    parents: [],
    lists: [],
    counters: new Map(),
    tables: [],
    target: blockTarget(budget, () => page.struck > 0),
    struck: 0,
  }
  return page
}

/** Reads what follows as one line, until the function returned is called. */
export function onOneLine(page: Page, done: (text: string) => void): () => void {
  const outer = page.target
  outer.flush()
  page.target = flatTarget(() => page.struck > 0)
  return () => {
    const text = page.target.text()
    page.target = outer
    done(text)
  }
}
