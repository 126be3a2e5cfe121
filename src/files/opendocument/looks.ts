import { childOf, childrenOf, findElement, type XmlElement } from "../xml"

/** What the styles of a document say that changes what its words mean. */
export interface Looks {
  /** HTML element of a style of letters: `sup`, `sub` or `s`. */
  readonly elements: ReadonlyMap<string, string>
  /** List styles, by level, that number: the type of an HTML list and where it starts. */
  readonly numbered: ReadonlyMap<
    string,
    ReadonlyMap<number, { readonly type: string; readonly start: string }>
  >
}

export function looksOf(content: XmlElement): Looks {
  const elements = new Map<string, string>()
  const numbered = new Map<string, Map<number, { type: string; start: string }>>()
  const styles = findElement(content, "office:automatic-styles")
  for (const style of childrenOf(styles)) {
    const name = style.attributes["style:name"] ?? ""
    const letters = childOf(style, "style:text-properties")?.attributes ?? {}
    const position = letters["style:text-position"] ?? ""
    const line = letters["style:text-line-through-style"] ?? letters["style:text-line-through-type"] ?? "none"
    if (/^(?:super|[1-9])/.test(position)) elements.set(name, "sup")
    else if (/^(?:sub|-)/.test(position)) elements.set(name, "sub")
    else if (line !== "none") elements.set(name, "s")
    const levels = childrenOf(style, "text:list-level-style-number").map(
      ({ attributes }) =>
        [
          Number(attributes["text:level"] ?? 1),
          { type: attributes["style:num-format"] ?? "1", start: attributes["text:start-value"] ?? "1" },
        ] as const,
    )
    if (levels.length > 0) numbered.set(name, new Map(levels))
  }
  return { elements, numbered }
}
