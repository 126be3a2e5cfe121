import { letterNumber, romanNumber } from "../kit/ordinals"
import type { HtmlNode } from "./peer"
import { attribute } from "./tree"

export interface OpenList {
  /** What stands before an item, as a browser prints it. */
  markOf(item: HtmlNode): string
}

const styles: { readonly [type: string]: (number: number) => string } = {
  a: letterNumber,
  A: (number) => letterNumber(number).toUpperCase(),
  i: romanNumber,
  I: (number) => romanNumber(number).toUpperCase(),
}

export function openList(list: HtmlNode): OpenList {
  if (list.nodeName !== "ol") return { markOf: () => "- " }
  const isReversed = attribute(list, "reversed") !== undefined
  const items = isReversed ? (list.childNodes ?? []).filter(({ nodeName }) => nodeName === "li").length : 1
  const style = styles[attribute(list, "type") ?? ""] ?? String
  let next = numberOf(list, "start") ?? items
  return {
    markOf(item) {
      const number = numberOf(item, "value") ?? next
      next = number + (isReversed ? -1 : 1)
      return `${style(number)}. `
    },
  }
}

function numberOf(node: HtmlNode, name: string): number | undefined {
  const value = Number.parseInt(attribute(node, name) ?? "", 10)
  return Number.isSafeInteger(value) ? value : undefined
}
