import { textBudget } from "../kit/text-budget"
import type { Zip } from "../kit/zip"
import { partText, type Relation, relationsOf, mainPart } from "../office/parts"
import { runStepsYielding } from "../../runtime/yield"
import { childOf, childrenOf, findElement, parseXml, type XmlElement, xmlUnits } from "../xml"
import { type BlockWriter, blockWriter } from "./block-writer"
import { blockReader } from "./blocks"
import { figureTexts } from "../office/figures"
import { inlineReader } from "./inline"
import { type NoteKind, noteMarks, notesOf } from "./notes"
import { docxNumbering } from "./numbering"
import { docxStyles, switchOf } from "./styles"

export interface DocxRequest {
  readonly maxTextLength: number
  readonly signal: AbortSignal | undefined
}

/** What is read and dropped one by one, so that a long document is never whole in memory. */
const units = new Set(["w:p", "w:tbl", "w:altChunk", "mc:AlternateContent"])

/** Headers once, the body, footers once, then the notes that the body refers to. */
export async function readDocx(
  zip: Zip,
  { maxTextLength, signal }: DocxRequest,
): Promise<{ readonly text: string; readonly problems: readonly string[] }> {
  const problems = new Set<string>()
  const problem = (text: string) => void problems.add(text)
  const main = await mainPart(zip, "word/document.xml")
  const relations = await relationsOf(zip, main)
  const document = await partText(zip, main)
  if (document === undefined) throw new LoadFileError("damaged", `Its part ${main} is missing.`)
  const styles = docxStyles(await side("styles"))
  const numbering = docxNumbering(await side("numbering"), styles)
  const marks = noteMarks()
  const { spend } = textBudget(maxTextLength)
  const shared = { styles, marks, problem, figures: await figureTexts(zip, relations, problem) }
  const body = blockReader({ ...shared, numbering, spend, inline: inlineReader({ ...shared, skipsPageNumbers: false }) })
  const margins = blockReader({ ...shared, numbering, spend, inline: inlineReader({ ...shared, skipsPageNumbers: true }) })

  const writer = blockWriter()
  const sections = await runStepsYielding(readBody(), signal)
  const [headers, footers] = [await marginTexts("header"), await marginTexts("footer")]
  const notes = [...(await noteTexts("footnote")), ...(await noteTexts("endnote"))]
  if ((await side("comments"))?.children.length) problem("Comments were left out.")
  const blocks = [...headers, ...writer.blocks(), ...footers, ...notes]
  return { text: blocks.join("\n\n"), problems: [...problems] }

  function* readBody() {
    const found: XmlElement[] = []
    const parts = xmlUnits(document!, units)
    for (;;) {
      const step = parts.next()
      if (step.done) return [...found, ...childrenOf(childOf(step.value, "w:body"), "w:sectPr")]
      body(step.value, writer)
      const section = childOf(childOf(step.value, "w:pPr"), "w:sectPr")
      if (section !== undefined) found.push(section)
      yield
    }
  }
}
