import { raised } from "../kit/marks"
import type { HtmlNode } from "./peer"
import { wordsOf } from "./tree"

const deepest = 60

/** A MathML formula on one line: `x^2`, `(a)/(b)`, `√(x)`. */
export function formulaText(node: HtmlNode, depth = 0): string {
  if (node.nodeName === "#text") return (node.value ?? "").replace(/\s+/g, " ")
  if (depth > deepest) return wordsOf(node)
  const parts = (node.childNodes ?? [])
    .filter(({ nodeName }) => nodeName === "#text" || !/^(?:#|annotation)/.test(nodeName))
    .map((child) => formulaText(child, depth + 1))
  const shown = parts.filter((part) => part.trim() !== "")
  const [base = "", one = "", two = ""] = shown
  switch (node.nodeName) {
    case "msup":
    case "mover":
      return base + raised(one, base)
    case "msub":
    case "munder":
      return base + below(one)
    case "msubsup":
    case "munderover":
      return base + below(one) + raised(two, base)
    case "mfrac":
      return `${grouped(base)}/${grouped(one)}`
    case "msqrt":
      return `\u221a(${shown.join("")})`
    case "mroot":
      return `${raised(one, "x")}\u221a(${base})`
    case "mtr":
      return `${shown.join(" ")} `
    default:
      return parts.join("").trim()
  }
}

/** Of a formula each letter is a name of its own: `x_i`, and no word as `H2O` is. */
const below = (text: string): string => (/^[\p{P}\p{S}]*$/u.test(text) ? text : `_${grouped(text)}`)
const grouped = (text: string): string => (/^[\p{L}\p{N}.,]+$/u.test(text) ? text : `(${text})`)
