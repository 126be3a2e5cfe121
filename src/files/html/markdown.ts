import type { TextBudget } from "../kit/text-budget"
import { elements, styled } from "./elements"
import { openPage } from "./page"
import type { HtmlNode } from "./peer"
import { walkTree } from "./tree"

/**
 * HTML as Markdown: headings, lists, quotes, fences and tables keep their shape. Emphasis and links are their words
 * alone, so that a quote of the text is a quote of what a reader sees. Time and text grow with the page, however it
 * is nested.
 */
export function htmlToMarkdown(root: HtmlNode, budget: TextBudget): string {
  const page = openPage(root, budget)
  walkTree(root, (node) => {
    if (node.nodeName === "#text") page.target.inline.text(node.value ?? "")
    const leave = (elements.get(node.nodeName) ?? styled)(page, node)
    if (leave === false) return false
    page.parents.push(node)
    return () => {
      page.parents.pop()
      leave?.()
    }
  })
  return page.target.text()
}
