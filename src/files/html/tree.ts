import type { HtmlLibrary, HtmlNode, HtmlTag } from "./peer"
import type { StyleSheet } from "./style-sheet"

/**
 * Elements that only change how letters look. They are no part of the tree: the standard's rules for ones that are
 * never closed make 35 kB of them take seconds. One whose style changes what it says is a `span`.
 */
const looks = new Set("a b big code em font i nobr small strong tt u".split(" "))

/** Struck text is marked where it begins and ends, since its tags too may be nested in any way. */
const struck = new Set(["s", "strike"])

/**
 * Name of the empty element that stands where a struck passage begins or ends (`strike`: `on`, `off`), or the reference
 * to a note (`note`: its bracket).
 */
export const strikeMark = "wbr"

/** The tree of a page as a browser would build it, without elements that only change how letters look. */
export function parseHtml({ Parser, Token, html }: HtmlLibrary, page: string, styles: StyleSheet): HtmlNode {
  const parser = new Parser()
  const { onStartTag, onEndTag } = parser
  let isNote = false
  /** Of each open element of a name, whether it is a `span`. */
  const spans = new Map<string, boolean[]>()
  const span = { tagName: "span", tagID: html.getTagID("span") }
  const mark = (name: "strike" | "note", value: string) =>
    onStartTag.call(parser, {
      type: Token.TokenType.START_TAG,
      tagName: strikeMark,
      tagID: html.getTagID(strikeMark),
      attrs: [{ name, value }],
      selfClosing: false,
      ackSelfClosing: false,
      location: null,
    })
  parser.onStartTag = (tag) => {
    if (struck.has(tag.tagName)) mark("strike", "on")
    else if (isNoteReference(tag)) {
      isNote = true
      mark("note", "[")
    } else if (looks.has(tag.tagName)) {
      const isSpan = styles.changes(tag)
      const open = spans.get(tag.tagName) ?? []
      spans.set(tag.tagName, open)
      open.push(isSpan)
      if (isSpan) onStartTag.call(parser, { ...tag, ...span })
    } else onStartTag.call(parser, tag)
  }
  parser.onEndTag = (tag) => {
    if (struck.has(tag.tagName)) mark("strike", "off")
    else if (isNote && tag.tagName === "a") {
      isNote = false
      mark("note", "]")
    } else if (looks.has(tag.tagName)) {
      if (spans.get(tag.tagName)?.pop() === true) onEndTag.call(parser, { ...tag, ...span })
    } else onEndTag.call(parser, tag)
  }
  parser.tokenizer.write(page, true)
  return parser.document
}

/** The mark of a note, as books write it: in brackets, since raised it would be a part of a number before it. */
function isNoteReference({ tagName, attrs }: HtmlTag): boolean {
  return (
    tagName === "a" &&
    attrs.some(({ name, value }) => /^(?:epub:type|role)$/.test(name) && /\bnoteref\b/.test(value))
  )
}

export function attribute(node: HtmlNode, name: string): string | undefined {
  return node.attrs?.find((attr) => attr.name === name)?.value
}

/**
 * Visits a node and all below it in document order; pages may be nested deeper than a stack is. `enter` gives false
 * to leave a node's children out, or what is to be done after them.
 */
export function walkTree(root: HtmlNode, enter: (node: HtmlNode) => (() => void) | false | undefined): void {
  const open: { nodes: readonly HtmlNode[]; next: number; leave: (() => void) | undefined }[] = []
  const visit = (node: HtmlNode) => {
    const leave = enter(node)
    if (leave !== false) open.push({ nodes: node.childNodes ?? [], next: 0, leave })
  }
  visit(root)
  for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
    const node = frame.nodes[frame.next++]
    if (node !== undefined) visit(node)
    else {
      open.pop()
      frame.leave?.()
    }
  }
}

/** The first element of a name, in document order. */
export function findElement(root: HtmlNode, name: string): HtmlNode | undefined {
  let found: HtmlNode | undefined
  walkTree(root, (node) => {
    if (found === undefined && node.nodeName === name) found = node
    return found === undefined ? undefined : false
  })
  return found
}

/** The words below a node, on one line. */
export function wordsOf(root: HtmlNode): string {
  const parts: string[] = []
  walkTree(root, ({ value }) => {
    if (value !== undefined) parts.push(value)
    return undefined
  })
  return parts.join("").replace(/\s+/g, " ").trim()
}
