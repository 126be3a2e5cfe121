import { runStepsYielding } from "../../runtime/yield"
import { LoadFileError } from "../kit/errors"
import { textBudget } from "../kit/text-budget"
import type { Zip } from "../kit/zip"
import { figureTexts } from "../office/figures"
import { mainPart, partText, partXml, type Relation, relationsOf, unlessDamaged } from "../office/parts"
import { childOf, childrenOf, type XmlElement, xmlUnits } from "../xml"
import { blockWriter } from "./block-writer"
import { blockReader } from "./blocks"
import { inlineReader } from "./inline"
import { type NoteKind, noteMarks, noteNumbering, notesOf } from "./notes"
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
  const main = await mainPart(zip, "word/document.xml", problem)
  const relations = (await unlessDamaged(problem, () => relationsOf(zip, main))) ?? []
  const document = await partText(zip, main)
  if (document === undefined) throw new LoadFileError("damaged", `Its part ${main} is missing.`)
  const styles = docxStyles(await side("styles"))
  const numbering = docxNumbering(await side("numbering"), styles)
  const lastSection = document.lastIndexOf("<w:sectPr")
  const marks = noteMarks(
    noteNumbering(await side("settings"), lastSection < 0 ? "" : document.slice(lastSection)),
  )
  const budget = textBudget(maxTextLength)
  const shared = { styles, marks, problem, figures: await figureTexts(zip, relations, problem) }
  const body = blockReader({
    ...shared,
    numbering,
    budget,
    inline: inlineReader({ ...shared, skipsPageNumbers: false }),
  })
  const margins = blockReader({
    ...shared,
    numbering,
    budget,
    inline: inlineReader({ ...shared, skipsPageNumbers: true }),
  })

  const writer = blockWriter()
  const sections = await runStepsYielding(readBody(), signal)
  const [headers, footers] = [await marginTexts("header"), await marginTexts("footer")]
  const notes = [...(await noteTexts("footnote")), ...(await noteTexts("endnote"))]
  if ((await side("comments"))?.children.length) problem("Comments were left out.")
  const blocks = [...headers, ...writer.blocks(), ...footers, ...notes]
  return { text: blocks.join("\n\n"), problems: [...problems] }

  function* readBody() {
    const sections: XmlElement[] = []
    const parts = xmlUnits(document!, units)
    for (;;) {
      const step = parts.next()
      if (step.done) {
        if (step.value.name !== "w:document") throw new LoadFileError("damaged", "It holds no Word document.")
        return [...sections, ...childrenOf(childOf(step.value, "w:body"), "w:sectPr")]
      }
      body(step.value, writer)
      const section = childOf(step.value, "w:pPr", "w:sectPr")
      if (section !== undefined) sections.push(section)
      yield
    }
  }

  /** A part beside the document; one that can't be read is a problem, since the text itself is whole. */
  async function side(type: string): Promise<XmlElement | undefined> {
    const path = relations.find((relation) => relation.type === type)?.path
    return path === undefined ? undefined : unlessDamaged(problem, () => partXml(zip, path))
  }

  /** Blocks of the headers or footers that some page shows, each text once. */
  async function marginTexts(kind: "header" | "footer"): Promise<readonly string[]> {
    const found = new Set<string>()
    for (const path of shownMargins(sections, await side("settings"), kind, relations)) {
      const root = await unlessDamaged(problem, () => partXml(zip, path))
      const writer = blockWriter()
      if (root !== undefined) margins(root, writer)
      for (const block of writer.blocks()) found.add(block)
    }
    return [...found]
  }

  async function noteTexts(kind: NoteKind): Promise<readonly string[]> {
    const used = marks.used.filter((note) => note.kind === kind)
    if (used.length === 0) return []
    const notes = notesOf(await side(`${kind}s`), kind)
    return used.flatMap(({ id, mark }) => {
      const note = notes.get(id)
      if (note === undefined) problem(`A ${kind} that the text refers to is missing.`)
      const writer = blockWriter()
      if (note !== undefined) body(note, writer)
      const text = writer.blocks().join("\n")
      return text === "" ? [] : [`${mark} ${text}`.trim()]
    })
  }
}

/** Parts of the headers or footers that a page can show: those of first and even pages only where they are on. */
function shownMargins(
  sections: readonly XmlElement[],
  settings: XmlElement | undefined,
  kind: "header" | "footer",
  relations: readonly Relation[],
): ReadonlySet<string> {
  const paths = new Map(relations.map(({ id, path }) => [id, path]))
  const shown = sections.flatMap((section) =>
    childrenOf(section, `w:${kind}Reference`).flatMap(({ attributes }) => {
      const type = attributes["w:type"]
      const isOn =
        type === "first"
          ? switchOf(section, "w:titlePg")
          : type !== "even" || switchOf(settings, "w:evenAndOddHeaders")
      const path = paths.get(attributes["r:id"] ?? "")
      return isOn && path !== undefined ? [path] : []
    }),
  )
  return new Set(shown)
}
