import type { HtmlNode } from "./peer"
import { attribute } from "./tree"

const has = (node: HtmlNode, name: string): boolean => attribute(node, name) !== undefined

/** What a form field shows: its value, or a ticked or empty box. */
export function fieldText(field: HtmlNode): string {
  const kind = attribute(field, "type")?.toLowerCase() ?? "text"
  if (kind === "checkbox" || kind === "radio") return box(has(field, "checked"))
  if (/^(?:hidden|password|file)$/.test(kind)) return ""
  return attribute(field, kind === "image" ? "alt" : "value") ?? ""
}

/** A choice of a list, with the box that says whether it is chosen. */
export const choiceMark = (option: HtmlNode): string => ` ${box(has(option, "selected"))} `

const box = (isTicked: boolean): string => (isTicked ? "\u2612" : "\u2610")
