import type { ReportData, ReportNode } from "../../data/types"
import { count, counted, make } from "../dom"

/** A root with more below it than this is shown closed. */
const mostOpen = 100

/** How the answer came about; what is below a merge comes into the page when it is opened. */
export function mergeTree(root: ReportNode, documents: ReportData["documents"]): HTMLElement {
  return make("ul", { class: "tree" }, nodeItem(root, documents, true))
}

function nodeItem(node: ReportNode, documents: ReportData["documents"], isRoot = false): HTMLElement {
  if (node.kind === "findings") {
    const part = node.part === undefined ? "" : `, part ${node.part}`
    return make(
      "li",
      { class: "leaf" },
      make("span", { dir: "auto" }, documents[node.document]!.title),
      make("span", { class: "soft" }, `${part} ${count(node.tokens)} tokens`),
    )
  }
  const name = isRoot ? "The answer" : `Merge of round ${node.round}`
  const from = `${counted(node.documents, "document")}, ${counted(node.quotes, "quote")}, ${counted(node.tokens, "token")}`
  const details = make(
    "details",
    { open: isRoot && node.children.length <= mostOpen },
    make("summary", {}, make("strong", {}, name), make("span", { class: "soft" }, ` ${from}`)),
  )
  const fill = () => {
    if (!details.open || details.childElementCount > 1) return
    // The text of the root is the answer itself.
    if (!isRoot) details.append(make("p", { class: "merge-text", dir: "auto" }, node.text))
    details.append(
      make(
        "ul",
        {},
        node.children.map((child) => nodeItem(child, documents)),
      ),
    )
  }
  details.addEventListener("toggle", fill)
  fill()
  return make("li", {}, details)
}
