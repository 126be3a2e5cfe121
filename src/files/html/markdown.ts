import type { TextBudget } from "../kit/text-budget"
import { elements, shifted } from "./elements"
import { openPage } from "./page"
import type { HtmlNode } from "./peer"
import type { StyleSheet } from "./style-sheet"
import { walkTree } from "./tree"

/**
 * HTML as Markdown: headings, lists, quotes, fences and tables keep their shape. Emphasis and links are their words
 * alone, so that a quote of the text is a quote of what a reader sees. Time and text grow with the page, however it
 * is nested.
 */
export function htmlToMarkdown(root: HtmlNode, styles: StyleSheet, budget: TextBudget): string {
  const page = openPage(root, styles, budget)
  walkTree(root, (node) => {
    if (node.nodeName === "#text") page.target.inline.text(node.value ?? "")
    const { isStruck = false, shift } = styles.lookOf(node)
    if (isStruck) page.struck++
    const enter = elements.get(node.nodeName) ?? (shift === undefined ? undefined : shifted(shift))
    const leave = enter?.(page, node)
    if (leave !== false) page.parents.push(node)
    else if (isStruck) page.struck--
    if (leave === false) return false
    return () => {
      page.parents.pop()
      leave?.()
      if (isStruck) page.struck--
    }
  })
  return page.target.text()
}
