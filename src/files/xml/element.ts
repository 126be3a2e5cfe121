/** An element; its prefix is the usual one of its namespace (`w:p`), whatever the file calls it. */
export interface XmlElement {
  readonly name: string
  readonly attributes: { readonly [name: string]: string }
  /** Elements and texts in their order. */
  readonly children: readonly (XmlElement | string)[]
}

export const isElement = (node: XmlElement | string): node is XmlElement => typeof node !== "string"

/** The child elements, or those of a name. */
export function childrenOf(element: XmlElement | undefined, name?: string): readonly XmlElement[] {
  const elements = (element?.children ?? []).filter(isElement)
  return name === undefined ? elements : elements.filter((child) => child.name === name)
}

/** The first child element of a name; more names lead further down. */
export function childOf(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  let found = element
  for (const name of names) found = found?.children.filter(isElement).find((child) => child.name === name)
  return found
}

/** The first element of a name, in document order, the given one included. */
export function findElement(element: XmlElement, name: string): XmlElement | undefined {
  if (element.name === name) return element
  for (const child of element.children) {
    const found = isElement(child) ? findElement(child, name) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** All text below an element. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (isElement(child) ? textOf(child) : child)).join("")
}
