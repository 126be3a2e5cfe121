import { shiftMark } from "../kit/marks"
import { plainStyled, type StyledText } from "../kit/styled-text"
import { formulaText } from "../office/formula"
import { childOf, childrenOf, isElement, textOf, type XmlElement } from "../xml"
import { docxFields, fieldName } from "./fields"
import type { NoteMarks } from "./notes"
import { type DocxStyles, overlay, type RunLook, runLook } from "./styles"
import { symbolCharacter } from "./symbols"

export interface InlineText {
  readonly text: string
  /** Contents of text boxes that hang on the paragraph: blocks of their own. */
  readonly boxes: readonly XmlElement[]
}

/** What a paragraph's words need to be known from elsewhere in the file. */
export interface InlineContext {
  readonly styles: DocxStyles
  readonly marks: NoteMarks
  /** Texts of charts and diagrams by the id of their relation. */
  readonly figures: ReadonlyMap<string, string>
  readonly problem: (text: string) => void
  /** True for headers and footers: what repeats on every page has no page of its own. */
  readonly skipsPageNumbers: boolean
}

export type ReadInline = (paragraph: XmlElement, paragraphLook: RunLook) => InlineText

type Reader = (element: XmlElement, look: RunLook) => void

/** Left out with everything in them: what was deleted, and what Word keeps beside the text. */
const skipped = new Set(
  "w:del w:moveFrom w:pPr w:rPr w:sdtPr w:sdtEndPr w:delText w:rubyPr w:tblPr wp:docPr".split(" "),
)
/** Half points, where no style says more. */
const usualSize = 20
const pageFields = new Set(["PAGE", "NUMPAGES", "SECTIONPAGES"])

/** Reads the words of paragraphs one after the other; a field may reach over several. */
export function inlineReader({
  styles,
  marks,
  figures,
  problem,
  skipsPageNumbers,
}: InlineContext): ReadInline {
  const fields = docxFields()
  return (paragraph, paragraphLook) => {
    const stretches: StyledText[] = []
    const boxes: XmlElement[] = []
    let hasPageNumber = false
    /** Of the text before that stands on the line. */
    let lineSize = paragraphLook.size ?? usualSize
    const figure: Reader = ({ attributes }, look) =>
      put(figures.get(attributes["r:id"] ?? attributes["r:dm"] ?? "") ?? "", look)
    const drawing: Reader = (element, look) => {
      put(childOf(element, "wp:docPr")?.attributes.descr ?? "", look)
      visitAll(element, look)
    }
    const note: Reader = (element) => put(marks.of(element), {})
    const readers: { readonly [name: string]: Reader } = {
      "w:r": (run, look) => visitAll(run, lookOf(run, look)),
      "w:t": (element, look) => put(signs(textOf(element), look.symbolFont), look),
      "w:tab": (_, look) => put("\t", look),
      "w:ptab": (_, look) => put("\t", look),
      "w:br": (_, look) => put("\n", look),
      "w:cr": (_, look) => put("\n", look),
      "w:noBreakHyphen": (_, look) => put("\u2011", look),
      "w:sym": ({ attributes }, look) =>
        put(sign(attributes["w:font"] ?? "", Number.parseInt(attributes["w:char"] ?? "", 16)), look),
      "w:instrText": (element) => fields.instruct(textOf(element)),
      "w:fldChar": (element, look) => put(fields.mark(element), look),
      "w:fldSimple": (element, look) => {
        const isPageNumber = pageFields.has(fieldName(element.attributes["w:instr"] ?? ""))
        hasPageNumber ||= isPageNumber
        if (!isPageNumber || !skipsPageNumbers) visitAll(element, look)
      },
      "w:footnoteReference": note,
      "w:endnoteReference": note,
      "w:ruby": (element, look) => {
        visitPart(element, "w:rubyBase", look)
        put("(", look)
        visitPart(element, "w:rt", look)
        put(")", look)
      },
      "m:oMath": (element, look) => put(formulaText(element), look),
      "mc:AlternateContent": visitAlternative,
      "v:textpath": ({ attributes }, look) => put(attributes.string ?? "", look),
      "w:txbxContent": (element) => void boxes.push(element),
      "wp:inline": drawing,
      "wp:anchor": drawing,
      "c:chart": figure,
      "dgm:relIds": figure,
      "w:object": (element, look) => {
        problem("An embedded object was left out.")
        visitAll(element, look)
      },
    }
    visitAll(paragraph, paragraphLook)
    fields.endParagraph()
    const text = plainStyled(stretches)
    // What is left of "Page 1 of 9" says nothing.
    const isRest = skipsPageNumbers && hasPageNumber && text.trim().split(/\s+/).length <= 3
    return { text: isRest ? "" : text, boxes }

    function put(text: string, look: RunLook): void {
      if (text === "" || fields.isCode) return
      const isPageNumber = fields.isIn(pageFields)
      hasPageNumber ||= isPageNumber
      if (look.isHidden) problem("Hidden text was left out.")
      else if (!isPageNumber || !skipsPageNumbers)
        stretches.push({ text, script: scriptOf(look), isStruck: look.isStruck })
    }

    function scriptOf({ script, position = 0, size = lineSize }: RunLook): "^" | "_" | undefined {
      if (position === 0) lineSize = size
      return script || shiftMark(position, size, lineSize)
    }

    function visitAll(element: XmlElement, look: RunLook): void {
      for (const child of element.children) {
        if (isElement(child) && !skipped.has(child.name)) (readers[child.name] ?? visitAll)(child, look)
      }
    }

    function visitPart(element: XmlElement, name: string, look: RunLook): void {
      const part = childOf(element, name)
      if (part !== undefined) visitAll(part, look)
    }

    /** The newer form of a thing, or the older one where the newer has no text that is known here. */
    function visitAlternative(element: XmlElement, look: RunLook): void {
      const before = stretches.length + boxes.length
      for (const form of [...childrenOf(element, "mc:Choice"), ...childrenOf(element, "mc:Fallback")]) {
        visitAll(form, look)
        if (stretches.length + boxes.length > before) return
      }
    }
  }

  function lookOf(run: XmlElement, below: RunLook): RunLook {
    const properties = childOf(run, "w:rPr")
    if (properties === undefined) return below
    const style = childOf(properties, "w:rStyle")?.attributes["w:val"]
    return overlay(style === undefined ? below : overlay(below, styles(style).look), runLook(properties))
  }

  function signs(text: string, font: string | undefined): string {
    if (!font || !/[\uf000-\uf0ff]/.test(text)) return text
    return text.replace(/[\uf000-\uf0ff]/g, (unit) => sign(font, unit.charCodeAt(0)))
  }

  function sign(font: string, code: number): string {
    const found = Number.isNaN(code) ? undefined : symbolCharacter(font, code)
    if (found === undefined) problem(`A sign of the font ${font || "without a name"} is not known.`)
    return found ?? "\ufffd"
  }
}
