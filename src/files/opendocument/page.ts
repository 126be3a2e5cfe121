import { escapeHtml } from "../html/escape"
import type { TextBudget } from "../kit/text-budget"
import { childrenOf, isElement, textOf, type XmlElement } from "../xml"
import { type Counter, counter } from "./lists"
import type { Looks } from "./looks"
import { formulaPage, type Objects } from "./objects"

export interface PageContext {
  readonly looks: Looks
  readonly objects: Objects
  readonly budget: TextBudget
  readonly problem: (text: string) => void
}

/** Words that are not of the final version, or not of the text. */
const leftOut = new Set([
  "text:tracked-changes",
  "office:forms",
  "text:sequence-decls",
  "text:variable-decls",
  "text:user-field-decls",
  "table:covered-table-cell",
  "svg:title",
  "svg:desc",
  "presentation:settings",
])

/** Elements that are one of HTML. */
const tags: { readonly [name: string]: string } = {
  "text:p": "p",
  "text:list-header": "div",
  "text:ruby": "ruby",
  "text:ruby-text": "rt",
  "table:table": "table",
}

const letters: { readonly [name: string]: string } = {
  "text:s": " ",
  "text:tab": "\t",
  "text:line-break": "<br>",
}

const headingLevel = (level: string | undefined): number => Math.max(1, Number(level ?? 1) || 1)

/** Empty cells and rows that a table says it repeats are not written out; filled ones are, up to here. */
const maxRepeats = 1000

/** Writes parts of a document as HTML; lists and headings go on counting from call to call. */
export function pageWriter({
  looks,
  objects,
  budget,
  problem,
}: PageContext): (elements: readonly XmlElement[]) => string {
  const headings = counter()
  const listsById = new Map<string, Counter>()
  const listsByStyle = new Map<string, Counter>()
  let parts: string[] = []
  let notes: XmlElement[] = []
  /** What stands before the next paragraph: the label of an item that begins with a heading, the mark of a note. */
  let label: string | undefined
  let depth = 0

  return (elements) => {
    parts = []
    notes = []
    for (const element of elements) visit(element, undefined)
    // A note may hold notes of its own; the list grows while it is read.
    for (const note of notes) {
      label = noteMark(note)
      for (const part of childrenOf(note, "text:note-body")) children(part, undefined)
      label = undefined
    }
    return parts.join("")
  }

  function push(part: string): void {
    budget.spend(part.length)
    parts.push(part)
  }
  function within(tag: string, element: XmlElement, place: ListPlace | undefined, attributes = ""): void {
    push(`<${tag}${attributes}>`)
    children(element, place)
    push(`</${tag}>`)
  }
  function children(element: XmlElement, place: ListPlace | undefined): void {
    for (const child of element.children) {
      if (!isElement(child)) push(escapeHtml(child))
      else visit(child, place)
    }
  }
  function visit(element: XmlElement, place: ListPlace | undefined): void {
    const { name, attributes } = element
    if (leftOut.has(name)) return
    const tag =
      tags[name] ??
      (name === "text:span" ? looks.elements.get(attributes["text:style-name"] ?? "") : undefined)
    const letter = letters[name]
    if (tag === "p") paragraph(element, place)
    else if (tag !== undefined) within(tag, element, place)
    else if (letter !== undefined) push(letter)
    else if (name === "text:h") heading(element)
    else if (name === "text:list") list(element, place)
    else if (name === "text:list-item" && place !== undefined) item(element, place)
    else if (name === "text:note") {
      notes.push(element)
      push(escapeHtml(noteMark(element)))
    } else if (name === "office:annotation") problem("Comments were left out.")
    else if (name === "draw:object") object(attributes["xlink:href"])
    else if (name === "table:table-row") {
      repeat(element, "table:number-rows-repeated", () => within("tr", element, undefined))
    } else if (name === "table:table-cell") {
      const shown = spans(element)
      repeat(element, "table:number-columns-repeated", () => within("td", element, undefined, shown))
    } else children(element, place)
  }

  function paragraph(element: XmlElement, place: ListPlace | undefined): void {
    push(label === undefined ? "<p>" : `<p>${escapeHtml(label)} `)
    label = undefined
    children(element, place)
    push("</p>")
  }
  function heading(element: XmlElement): void {
    const { attributes } = element
    const level = headingLevel(attributes["text:outline-level"])
    const isCounted = label === undefined && attributes["text:is-list-header"] !== "true"
    const own = isCounted ? headings.next(looks.headings, level, attributes["text:start-value"]) : label
    label = undefined
    push(`<h${Math.min(6, level)}>${own === undefined ? "" : escapeHtml(`${own.trim()} `)}`)
    children(element, undefined)
    push(`</h${Math.min(6, level)}>`)
  }
  function list(element: XmlElement, outer: ListPlace | undefined): void {
    const style = element.attributes["text:style-name"] ?? outer?.style ?? ""
    const counts = outer?.counts ?? countsOf(element, style)
    within("ul", element, { style, level: (outer?.level ?? 0) + 1, counts })
  }
  /** A list may go on with another, by its name, or with the last one of its style. */
  function countsOf({ attributes }: XmlElement, style: string): Counter {
    const { "text:continue-list": other, "text:continue-numbering": goesOn, "xml:id": id } = attributes
    const last = goesOn === "true" ? listsByStyle.get(style) : undefined
    const counts = (other === undefined ? last : listsById.get(other)) ?? counter()
    listsByStyle.set(style, counts)
    if (id !== undefined) listsById.set(id, counts)
    return counts
  }
  function item(element: XmlElement, place: ListPlace): void {
    const first = childrenOf(element)[0]?.name
    if (first === "text:list") {
      // What goes on with the levels below has no number of its own.
      children(element, place)
      return
    }
    const levels = looks.lists.get(place.style) ?? new Map()
    const own = place.counts.next(levels, place.level, element.attributes["text:start-value"])
    if (first === "text:h") {
      label = own ?? ""
      within("div", element, place)
    } else {
      const marker = escapeHtml((own ?? "").replaceAll("'", "\u2019"))
      within("li", element, place, own === undefined ? "" : ` style="list-style-type: '${marker}'"`)
    }
  }
  function object(address: string | undefined): void {
    const found = objects.get(address?.replace(/^(?:\.?\/)+|\/$/g, "") ?? "")
    if (found === undefined) problem("An embedded object was left out.")
    else if (/(?:^|:)math$/.test(found.name)) push(formulaPage(found))
    else if (depth < 3) {
      depth++
      children(found, undefined)
      depth--
    }
  }
}

interface ListPlace {
  readonly style: string
  readonly level: number
  readonly counts: Counter
}

/** In brackets, as those of Word files: raised, it would be a part of a number before it. */
const noteMark = (note: XmlElement): string =>
  `[${childrenOf(note, "text:note-citation").map(textOf).join("")}]`

/** Tables may be filled up to their edge with repeats of nothing; those are written once. */
function repeat(element: XmlElement, attribute: string, write: () => void): void {
  const times = Number(element.attributes[attribute] ?? 1) || 1
  const isEmpty = times > 1 && textOf(element).trim() === ""
  for (let count = isEmpty ? Math.min(times, 20) : Math.min(times, maxRepeats); count > 0; count--) write()
}

function spans({ attributes }: XmlElement): string {
  const columns = attributes["table:number-columns-spanned"] ?? "1"
  const rows = attributes["table:number-rows-spanned"] ?? "1"
  return ` colspan="${escapeHtml(columns)}" rowspan="${escapeHtml(rows)}"`
}
