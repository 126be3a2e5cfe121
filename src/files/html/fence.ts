import type { HtmlNode } from "./peer"
import { attribute, strikeMark, walkTree } from "./tree"

const lines = new Set([
  "address",
  "blockquote",
  "div",
  "dd",
  "dl",
  "dt",
  "li",
  "ol",
  "p",
  "table",
  "tr",
  "ul",
])

/** Code between fences that its own fences can't close; on one line where there is no room for them. */
export function fence(code: HtmlNode, isFlat: boolean): string {
  const text = codeText(code).replace(/^\n/, "").trimEnd()
  if (text === "" || isFlat) return text
  const longest = (text.match(/`{3,}/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2)
  const mark = "`".repeat(longest + 1)
  return `${mark}\n${text}\n${mark}`
}

/** Text as it stands in the page; elements that are lines in a browser are lines. */
function codeText(code: HtmlNode): string {
  const parts: string[] = []
  const newLine = () => {
    const last = parts.at(-1)
    if (last !== undefined && !last.endsWith("\n")) parts.push("\n")
  }
  walkTree(code, (node) => {
    const { nodeName, value } = node
    if (nodeName === "#text") parts.push(value ?? "")
    else if (nodeName === "br") parts.push("\n")
    else if (nodeName === "td" || nodeName === "th") parts.push(/[^\s]$/.test(parts.at(-1) ?? "") ? " " : "")
    else if (nodeName === "sup" && /\p{N}$/u.test(parts.at(-1) ?? "")) parts.push("^")
    else if (nodeName === "sub" && /\p{N}$/u.test(parts.at(-1) ?? "")) parts.push("_")
    else if (nodeName === strikeMark && attribute(node, "strike") !== undefined) parts.push("~~")
    else if (lines.has(nodeName)) {
      newLine()
      return newLine
    }
    return undefined
  })
  return parts.join("")
}
