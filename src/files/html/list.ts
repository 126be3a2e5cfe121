import { letterNumber, romanNumber } from "../kit/ordinals"
import type { HtmlNode } from "./peer"
import { attribute } from "./tree"

export interface OpenList {
  /** What stands before an item, as a browser prints it. */
  markOf(item: HtmlNode): string
}

/** Numbers by the values of an `ol`'s `type`. */
const styles: { readonly [type: string]: (number: number) => string } = {
  a: letterNumber,
  A: (number) => letterNumber(number).toUpperCase(),
  i: romanNumber,
  I: (number) => romanNumber(number).toUpperCase(),
}

/** The same by what style sheets call them. */
const cssNames: { readonly [name: string]: string } = {
  decimal: "1",
  "lower-alpha": "a",
  "lower-latin": "a",
  "upper-alpha": "A",
  "upper-latin": "A",
  "lower-roman": "i",
  "upper-roman": "I",
}

export function openList(list: HtmlNode): OpenList {
  const isReversed = attribute(list, "reversed") !== undefined
  const items = isReversed ? (list.childNodes ?? []).filter(({ nodeName }) => nodeName === "li").length : 1
  const isNumbered = list.nodeName === "ol"
  const ownType = cssType(list) ?? (isNumbered ? (attribute(list, "type") ?? "1") : undefined)
  let next = numberOf(list, "start") ?? items
  return {
    markOf(item) {
      const number = numberOf(item, "value") ?? next
      next = number + (isReversed ? -1 : 1)
      const type = cssType(item) ?? ownType
      if (typeof type === "object") return type.marker === "" ? "" : `${type.marker} `
      return type === undefined ? "- " : `${(styles[type] ?? String)(number)}. `
    },
  }
}

/** What a `style` says of the mark of items: a way of numbering, or a text of its own. */
function cssType(node: HtmlNode): string | { readonly marker: string } | undefined {
  const [, double, single, words = ""] =
    /\blist-style(?:-type)?\s*:\s*(?:"([^"]*)"|'([^']*)'|([^;]*))/i.exec(attribute(node, "style") ?? "") ?? []
  const marker = double ?? single
  if (marker !== undefined) return { marker: marker.trim() }
  const names = words.toLowerCase().split(/\s/)
  if (names.some((name) => /^(?:disc|circle|square)$/.test(name))) return { marker: "-" }
  return names.map((name) => cssNames[name]).find((type) => type !== undefined)
}

function numberOf(node: HtmlNode, name: string): number | undefined {
  const value = Number.parseInt(attribute(node, name) ?? "", 10)
  return Number.isSafeInteger(value) ? value : undefined
}
