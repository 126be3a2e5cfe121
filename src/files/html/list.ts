import type { LabelStyle } from "./look"
import { numberBy, numberingTypes } from "./numbering"
import type { HtmlNode } from "./peer"
import type { StyleSheet } from "./style-sheet"
import { attribute } from "./tree"

export interface OpenList {
  /** Of its last item. */
  readonly number: number
  /** What stands before an item, as a browser prints it. */
  markOf(item: HtmlNode): string
}

export interface ListContext {
  readonly styles: StyleSheet
  /** Lists around, outermost first. */
  readonly lists: readonly OpenList[]
  /** Last number of each counter that style sheets name: lists of several levels need not stand in each other. */
  readonly counters: Map<string, number>
}

export function openList(list: HtmlNode, { styles, lists, counters }: ListContext): OpenList {
  const isReversed = attribute(list, "reversed") !== undefined
  const items = isReversed ? (list.childNodes ?? []).filter(({ nodeName }) => nodeName === "li").length : 1
  const around = [...lists]
  const ownLabel = styles.lookOf(list).label ?? (list.nodeName === "ol" ? typeLabel(list) : ["- "])
  let next = numberOf(list, "start") ?? items
  let number = next
  return {
    get number() {
      return number
    },
    markOf(item) {
      number = numberOf(item, "value") ?? next
      next = number + (isReversed ? -1 : 1)
      const text = labelText(styles.lookOf(item).label ?? ownLabel).trimEnd()
      return text === "" ? "" : `${text} `
    },
  }

  function labelText(label: LabelStyle): string {
    const last = label.findLastIndex((part) => typeof part !== "string")
    return label
      .map((part, at) => {
        if (typeof part === "string") return part
        const { counter, type, joint } = part
        if (at === last) counters.set(counter, number)
        if (joint !== undefined)
          return [...around.map((outer) => outer.number), number]
            .map((one) => numberBy(type, one))
            .join(joint)
        return numberBy(type, at === last ? number : (counters.get(counter) ?? around.at(-1)?.number ?? 1))
      })
      .join("")
  }
}

function typeLabel(list: HtmlNode): LabelStyle {
  return [{ counter: "list-item", type: numberingTypes[attribute(list, "type") ?? ""] ?? "decimal" }, ". "]
}

function numberOf(node: HtmlNode, name: string): number | undefined {
  const value = Number.parseInt(attribute(node, name) ?? "", 10)
  return Number.isSafeInteger(value) ? value : undefined
}
