import { childrenOf, findElement, isElement, textOf, type XmlElement } from "../xml"

/** Headers and footers of the pages that a text uses, as paragraphs, each once. */
export interface Margins {
  readonly headers: readonly XmlElement[]
  readonly footers: readonly XmlElement[]
}

export function marginsOf(styles: XmlElement | undefined, content: XmlElement): Margins {
  const masters = mastersOf(styles)
  const used = usedMasters(masters, content)
  const of = (side: "header" | "footer") => {
    const found = new Map<string, XmlElement>()
    for (const master of masters) {
      if (!used.has(nameOf(master))) continue
      for (const part of childrenOf(master)) {
        if (!isPart(part, side)) continue
        for (const block of withoutPageNumbers(part)) found.set(textOf(block), block)
      }
    }
    return [...found.values()]
  }
  return { headers: of("header"), footers: of("footer") }
}

/** The pages that others are made after. */
export function mastersOf(styles: XmlElement | undefined): readonly XmlElement[] {
  const all = styles === undefined ? undefined : findElement(styles, "office:master-styles")
  return childrenOf(all, "style:master-page")
}

const isPart = ({ name, attributes }: XmlElement, side: "header" | "footer"): boolean =>
  new RegExp(`^style:${side}(?:-left|-first)?$`).test(name) && attributes["style:display"] !== "false"

const nameOf = ({ attributes }: XmlElement): string => attributes["style:name"] ?? ""

/** The pages that the text begins with or asks for, and those that follow each of them. */
function usedMasters(masters: readonly XmlElement[], content: XmlElement): ReadonlySet<string> {
  const used = new Set(masters.slice(0, 1).map(nameOf))
  for (const { attributes } of childrenOf(findElement(content, "office:automatic-styles"))) {
    const name = attributes["style:master-page-name"]
    if (name) used.add(name)
  }
  // The set grows while it is read.
  for (const name of used) {
    const next = masters.find((master) => nameOf(master) === name)?.attributes["style:next-style-name"]
    if (next) used.add(next)
  }
  return used
}

const pageFields = new Set(["text:page-number", "text:page-count"])

/** Blocks without the numbers of pages, and without what is left of "Page 1 of 9". */
function withoutPageNumbers(part: XmlElement): readonly XmlElement[] {
  return childrenOf(part).flatMap((block) => {
    const plain = without(block)
    const isRest = plain !== block && textOf(plain).trim().split(/\s+/).length <= 3
    return isRest ? [] : [plain]
  })
}

function without(element: XmlElement): XmlElement {
  const children = element.children
    .filter((child) => !isElement(child) || !pageFields.has(child.name))
    .map((child) => (isElement(child) ? without(child) : child))
  const isSame =
    children.length === element.children.length && children.every((c, i) => c === element.children[i])
  return isSame ? element : { ...element, children }
}
