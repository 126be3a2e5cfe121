import { contentLabel, type HtmlLook, lookOf, overlay } from "./look"
import type { HtmlNode, HtmlTag } from "./peer"

/** What style sheets say of elements by their names and classes. */
export interface StyleSheet {
  /** With what the element's own `style` says. */
  lookOf(node: HtmlNode): HtmlLook
  /** True where classes or `style` of an element change what its text says. */
  changes(tag: Pick<HtmlTag, "tagName" | "attrs">): boolean
}

/** Style sheets are read up to here, in characters; what a text says needs few rules of them. */
const maxLength = 2_000_000
const none: HtmlLook = {}

/** Rules for one element or class alone; what depends on elements around is not looked at, but the labels of items. */
export function styleSheet(sheets: readonly string[]): StyleSheet {
  const rules = new Map<string, HtmlLook>()
  for (const [selectors, css] of rulesOf(sheets.join("\n").slice(0, maxLength))) {
    const look = lookOf(css)
    for (const selector of selectors.split(",")) {
      const [key, own] = ruleOf(selector.trim(), css, look)
      if (key !== undefined && (own.isStruck || own.shift || own.label))
        rules.set(key, overlay(rules.get(key) ?? none, own))
    }
  }
  const ownLook = remembered(lookOf)
  const classLook = remembered((element) => {
    const [name = "", ...classes] = element.split(/\s+/)
    const keys = [name, ...classes.flatMap((one) => [`.${one}`, `${name}.${one}`])]
    return keys.reduce((look, key) => overlay(look, rules.get(key) ?? none), none)
  })
  const elementLook = (name: string, attrs: HtmlTag["attrs"] = []): HtmlLook => {
    const [style, classes] = ["style", "class"].map((key) => attrs.find((one) => one.name === key)?.value)
    const own = style === undefined ? none : ownLook(style)
    return rules.size === 0 ? own : overlay(classLook(`${name} ${classes ?? ""}`), own)
  }
  return {
    lookOf: ({ nodeName, attrs }) => (attrs === undefined ? none : elementLook(nodeName, attrs)),
    changes({ tagName, attrs }) {
      if (attrs.length === 0) return false
      const { isStruck, shift } = elementLook(tagName, attrs)
      return isStruck === true || shift !== undefined
    },
  }
}

/** Pages say the same of many elements. */
function remembered(read: (text: string) => HtmlLook): (text: string) => HtmlLook {
  const known = new Map<string, HtmlLook>()
  return (text) => {
    const found = known.get(text) ?? read(text)
    if (known.size < 1000) known.set(text, found)
    return found
  }
}

/** The element or class that a rule is for; undefined for a selector that is not looked at. */
function ruleOf(selector: string, css: string, look: HtmlLook): readonly [string | undefined, HtmlLook] {
  if (/^[a-z][a-z0-9]*$|^[a-z0-9]*\.[\w-]+$/i.test(selector)) return [selector, look]
  const [, list, item] =
    /^(?:([a-z]*(?:\.[\w-]+)?)(?:\s*>\s*|\s+))?(li(?:\.[\w-]+)?)::?before$/i.exec(selector) ?? []
  if (item === undefined) return [undefined, none]
  return [list ?? (item === "li" ? "ol" : item), { label: contentLabel(css) }]
}

/** Rules of sheets as selectors and declarations; of rules for some media, those inside. */
function* rulesOf(sheet: string): Generator<readonly [selectors: string, css: string]> {
  const text = withoutComments(sheet)
  let at = 0
  let close = -1
  for (;;) {
    const open = text.indexOf("{", at)
    if (close <= open) close = text.indexOf("}", open + 1)
    if (open < 0 || close < 0) return
    const inner = text.indexOf("{", open + 1)
    if (inner > 0 && inner < close) {
      at = open + 1
      continue
    }
    const selectors = text.slice(Math.max(at, text.lastIndexOf("}", open) + 1), open)
    if (!selectors.includes("@"))
      yield [selectors.slice(-2000), text.slice(open + 1, Math.min(close, open + 5000))]
    at = close + 1
  }
}

function withoutComments(text: string): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const start = text.indexOf("/*", at)
    if (start < 0) return parts.join("") + text.slice(at)
    parts.push(text.slice(at, start))
    const end = text.indexOf("*/", start + 2)
    if (end < 0) return parts.join("")
    at = end + 2
  }
}

/** Contents of a page's `style` elements, before it is read as a tree. */
export function styleTexts(page: string): readonly string[] {
  const found: string[] = []
  const tag = /<style\b[^>]{0,500}>/gi
  for (let start = tag.exec(page); start !== null; start = tag.exec(page)) {
    const end = page.indexOf("</", tag.lastIndex)
    if (end < 0) break
    found.push(page.slice(tag.lastIndex, end))
    tag.lastIndex = end
  }
  return found
}
