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
  /** True where a field in it shows the number of a page. */
  readonly hasPageNumber: boolean
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

/** Left out with everything in them: what was deleted, and what Word keeps beside the text. */
const skipped = new Set(
  "w:del w:moveFrom w:pPr w:rPr w:sdtPr w:sdtEndPr w:delText w:instrText w:rubyPr w:tblPr wp:docPr".split(" "),
)
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
    visitAll(paragraph, paragraphLook)
    fields.endParagraph()
    return { text: plainStyled(stretches), boxes, hasPageNumber }

    function put(text: string, look: RunLook): void {
      if (text === "" || fields.isCode) return
      if (look.isHidden) return problem("Hidden text was left out.")
      if (fields.isIn(pageFields)) {
        hasPageNumber = true
        if (skipsPageNumbers) return
      }
      stretches.push({ text, script: look.script || undefined, isStruck: look.isStruck })
    }

    function visitAll(element: XmlElement, look: RunLook): void {
      for (const child of element.children) if (isElement(child)) visit(child, look)
    }

    function visit(element: XmlElement, look: RunLook): void {
      const { name, attributes } = element
      if (name === "w:instrText") return fields.instruct(textOf(element))
      if (skipped.has(name)) return
      switch (name) {
        case "w:r":
          return visitAll(element, lookOf(element, look))
        case "w:t":
          return put(signs(textOf(element), look.symbolFont), look)
        case "w:tab":
        case "w:ptab":
          return put("\t", look)
        case "w:br":
        case "w:cr":
          return put("\n", look)
        case "w:noBreakHyphen":
          return put("\u2011", look)
        case "w:sym":
          return put(sign(attributes["w:font"] ?? "", Number.parseInt(attributes["w:char"] ?? "", 16)), look)
        case "w:fldChar":
          return put(fields.mark(element), look)
        case "w:fldSimple":
          if (pageFields.has(fieldName(attributes["w:instr"] ?? ""))) {
            hasPageNumber = true
            if (skipsPageNumbers) return
          }
          return visitAll(element, look)
        case "w:footnoteReference":
        case "w:endnoteReference":
          return put(marks.of(element), {})
        case "w:ruby":
          visitPart(element, "w:rubyBase", look)
          put("(", look)
          visitPart(element, "w:rt", look)
          return put(")", look)
        case "m:oMath":
          return put(formulaText(element), look)
        case "mc:AlternateContent":
          return visitAlternative(element, look)
        case "w:txbxContent":
          boxes.push(element)
          return
        case "wp:inline":
        case "wp:anchor":
          put(childOf(element, "wp:docPr")?.attributes.descr ?? "", look)
          return visitAll(element, look)
        case "c:chart":
        case "dgm:relIds":
          return put(figures.get(attributes["r:id"] ?? attributes["r:dm"] ?? "") ?? "", look)
        case "w:object":
          problem("An embedded object was left out.")
          return visitAll(element, look)
        default:
          return visitAll(element, look)
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
