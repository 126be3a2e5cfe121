import { LoadFileError } from "../kit/errors"
import type { XmlElement } from "./element"
import { createXmlNames } from "./names"
import { decodeReferences } from "./references"
import { readTag, type XmlTag } from "./tag"

interface OpenElement extends XmlElement {
  readonly rawName: string
  readonly children: (XmlElement | string)[]
  /** Put together apart from its parent, to be handed out by itself. */
  readonly isUnit: boolean
}

/** What is held at a time; documents of offices have some thousands a paragraph or table. */
const maxNodes = 2_000_000
/** Deep enough for tables in boxes in tables, and no danger to functions that call themselves. */
const maxDepth = 400

/**
 * Reads XML and hands out the elements of the given names one by one, without keeping them, so that a long document
 * is never whole in memory; elements inside of one are its children. The root comes back with what lies outside.
 * Entities other than XML's own five stay as written.
 *
 * @throws LoadFileError `damaged` where the XML is not well formed, `too-large` where one element is beyond measure.
 */
export function* xmlUnits(
  text: string,
  units: ReadonlySet<string>,
): Generator<XmlElement, XmlElement, undefined> {
  const names = createXmlNames()
  const root: OpenElement = { name: "", rawName: "", attributes: {}, children: [], isUnit: false }
  const open: OpenElement[] = [root]
  let insideUnit = false
  let nodes = 0
  let at = 0
  while (at < text.length) {
    const parent = open.at(-1)!
    const tagStart = text.indexOf("<", at)
    const textEnd = tagStart < 0 ? text.length : tagStart
    if (textEnd > at && open.length > 1) parent.children.push(decodeReferences(text.slice(at, textEnd)))
    if (tagStart < 0) break
    if (text.startsWith("<![CDATA[", tagStart)) {
      const end = endOf(text, "]]>", tagStart)
      parent.children.push(text.slice(tagStart + 9, end - 3))
      at = end
    } else if (text.startsWith("<!--", tagStart)) at = endOf(text, "-->", tagStart + 4)
    else if (text[tagStart + 1] === "?") at = endOf(text, "?>", tagStart)
    else if (text[tagStart + 1] === "!") at = endOfDeclaration(text, tagStart)
    else if (text[tagStart + 1] === "/") {
      at = endOf(text, ">", tagStart)
      if (open.length === 1 || text.slice(tagStart + 2, at - 1).trimEnd() !== parent.rawName)
        throw malformed()
      const unit = close()
      if (unit !== undefined) yield unit
    } else {
      const tag = readTag(text, tagStart)
      if (tag === undefined) throw malformed()
      at = tag.end
      if (++nodes > maxNodes) throw new LoadFileError("too-large", "One part of it has too many elements.")
      if (open.length > maxDepth) throw new LoadFileError("damaged", "Its elements are nested too deep.")
      begin(tag)
      const unit = tag.isEmpty ? close() : undefined
      if (unit !== undefined) yield unit
    }
  }
  const first = root.children.find((child) => typeof child !== "string")
  if (open.length > 1 || first === undefined) throw malformed()
  return first as XmlElement

  function begin({ name: rawName, attributes }: XmlTag): void {
    names.enter(attributes)
    const name = names.element(rawName)
    const isUnit = !insideUnit && units.has(name)
    if (isUnit) {
      insideUnit = true
      nodes = 0
    }
    open.push({ name, rawName, attributes: names.attributes(attributes), children: [], isUnit })
  }

  function close(): XmlElement | undefined {
    const element = open.pop()!
    names.leave()
    if (element.isUnit) {
      insideUnit = false
      return element
    }
    open.at(-1)!.children.push(element)
    return undefined
  }
}

const none: ReadonlySet<string> = new Set()

/** Reads a part whole. @throws as `xmlUnits` does. */
export function parseXml(text: string): XmlElement {
  const step = xmlUnits(text, none).next()
  return step.value as XmlElement
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  if (found < 0) throw malformed()
  return found + mark.length
}

/** The end of `<!DOCTYPE ...>`, with its own declarations in brackets. */
function endOfDeclaration(text: string, from: number): number {
  const end = endOf(text, ">", from)
  const bracket = text.indexOf("[", from)
  return bracket < 0 || bracket > end ? end : endOf(text, ">", endOf(text, "]", bracket))
}

function malformed(): LoadFileError {
  return new LoadFileError("damaged", "A part of it is no well-formed XML.")
}
