import type { MarkupNode } from "../kit/markup"
import { htmlTable } from "./table"

const ignored = new Set("script style noscript template head svg math iframe object".split(" "))
const blocks = new Set(
  (
    "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form " +
    "header html legend li main nav ol option p section summary tr"
  ).split(" "),
)

/**
 * HTML as Markdown: headings, lists, quotes, fences and tables keep their shape. Emphasis and links are their words
 * alone, so that a quote of the text is a quote of what a reader sees.
 */
export function htmlToMarkdown(root: MarkupNode): string {
  return blocksOf(root).join("\n\n")
}

/** The blocks below a node, without empty ones. */
export function blocksOf(root: MarkupNode): string[] {
  const found: string[] = []
  let inline = ""
  const flush = () => {
    const text = inline
      .replace(/ {2,}/g, " ")
      .replace(/ ?\n ?/g, "\n")
      .trim()
    if (text !== "") found.push(text)
    inline = ""
  }
  const block = (text: string) => {
    flush()
    if (text !== "") found.push(text)
  }
  const visit = (node: MarkupNode): void => {
    if (node.type === "text") inline += collapse(node.data ?? "")
    const name = node.name
    if (name === undefined || name.startsWith("!") || name.startsWith("?")) {
      if (node.type === "root") node.children?.forEach(visit)
    } else if (ignored.has(name)) return
    else if (name === "br") inline += "\n"
    else if (name === "hr") flush()
    else if (name === "img") inline += collapse(node.attribs?.alt ?? "")
    else if (/^h[1-6]$/.test(name)) {
      const heading = plainText(node)
      block(heading && `${"#".repeat(Number(name[1]))} ${heading}`)
    } else if (name === "ul" || name === "ol") block(list(node, name === "ol"))
    else if (name === "table") {
      flush()
      found.push(...htmlTable(node, blocksOf))
    } else if (name === "pre") block(fence(rawText(node)))
    else if (name === "blockquote")
      block(blocksIn(node).join("\n\n").replace(/^/gm, "> ").replace(/ +$/gm, ""))
    else if (blocks.has(name)) {
      flush()
      node.children?.forEach(visit)
      flush()
    } else node.children?.forEach(visit)
  }
  visit(root)
  flush()
  return found
}

/** Blocks of an element's children, the element's own shape left out. */
const blocksIn = (node: MarkupNode): string[] =>
  node.children === undefined ? [] : blocksOf({ type: "root", children: node.children })

function list(node: MarkupNode, ordered: boolean): string {
  let number = Number(node.attribs?.start ?? 1) || 1
  return (node.children ?? [])
    .map((item) => {
      const text = (item.name === "li" ? blocksIn(item) : blocksOf(item)).join("\n")
      if (text === "") return ""
      // A list right inside a list, as some editors write it, is a level of its own.
      const mark = item.name !== "li" ? "  " : ordered ? `${number++}. ` : "- "
      return mark + text.replaceAll("\n", `\n${" ".repeat(mark.length)}`)
    })
    .filter((text) => text !== "")
    .join("\n")
}

function fence(code: string): string {
  const text = code.replace(/^\n|\s+$/g, "")
  if (text === "") return ""
  const longest = (text.match(/`{3,}/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2)
  const mark = "`".repeat(longest + 1)
  return `${mark}\n${text}\n${mark}`
}

/** The words below a node, on one line. */
export function plainText(node: MarkupNode): string {
  return blocksIn(node).join(" ").replace(/\s+/g, " ").trim()
}

function rawText(node: MarkupNode): string {
  if (node.type === "text") return node.data ?? ""
  return node.name === "br" ? "\n" : (node.children ?? []).map(rawText).join("")
}

/** The first element of a name, in document order. */
export function findElement(node: MarkupNode, name: string): MarkupNode | undefined {
  if (node.name === name) return node
  for (const child of node.children ?? []) {
    const found = findElement(child, name)
    if (found !== undefined) return found
  }
  return undefined
}

const collapse = (text: string): string => text.replace(/[\s\u00a0]+/g, " ")
