import { childOf, childrenOf, findElement, type XmlElement } from "../xml"
import { type ListStyles, listStylesOf } from "./lists"

/** What the styles of a document say that changes what its words mean. */
export interface Looks extends ListStyles {
  /** HTML element of a style of letters: `sup`, `sub` or `s`. */
  readonly elements: ReadonlyMap<string, string>
  /** Styles of sheets and slides that are not shown. */
  readonly hidden: ReadonlySet<string>
}

/** @param roots parts of a document that hold styles; the later ones go before */
export function looksOf(roots: readonly XmlElement[]): Looks {
  const elements = new Map<string, string>()
  const hidden = new Set<string>()
  for (const style of roots.flatMap(stylesOf)) {
    const name = style.attributes["style:name"] ?? ""
    const element = elementOf(childOf(style, "style:text-properties")?.attributes ?? {})
    if (element !== undefined) elements.set(name, element)
    const isShown =
      childOf(style, "style:table-properties")?.attributes["table:display"] !== "false" &&
      childOf(style, "style:drawing-page-properties")?.attributes["presentation:visibility"] !== "hidden"
    if (!isShown) hidden.add(name)
  }
  return { elements, hidden, ...listStylesOf(roots) }
}

function stylesOf(root: XmlElement): readonly XmlElement[] {
  return ["office:styles", "office:automatic-styles"].flatMap((group) =>
    childrenOf(findElement(root, group), "style:style"),
  )
}

function elementOf(letters: XmlElement["attributes"]): string | undefined {
  const position = letters["style:text-position"] ?? ""
  const line = letters["style:text-line-through-style"] ?? letters["style:text-line-through-type"] ?? "none"
  if (/^(?:super|[1-9])/.test(position)) return "sup"
  if (/^(?:sub|-)/.test(position)) return "sub"
  return line === "none" ? undefined : "s"
}
