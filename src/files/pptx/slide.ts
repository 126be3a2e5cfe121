import { markdownTable } from "../kit/markdown-table"
import { fillGrid } from "../kit/table-grid"
import type { TextBudget } from "../kit/text-budget"
import { childOf, childrenOf, findElement, type XmlElement } from "../xml"
import { alternative, paragraphLines } from "./paragraphs"

export interface SlideContext {
  /** Texts of charts and diagrams by the id of their relation. */
  readonly figures: ReadonlyMap<string, string>
  readonly budget: TextBudget
  readonly problem: (text: string) => void
  /** Headers, footers and dates that a slide before has shown; each stands once. */
  readonly margins: Set<string>
}

/** A slide as Markdown: its title, or its number, as heading, then texts, tables and figures in their order. */
export function slideText(
  slide: XmlElement,
  background: readonly XmlElement[],
  number: number,
  context: SlideContext,
): string {
  const shapes = [...shapesOf(childOf(slide, "p:cSld", "p:spTree")), ...background]
  const title = shapes.find((shape) => /^(ctrT|t)itle$/.test(placeholderOf(shape) ?? ""))
  const heading = title === undefined ? "" : linesOf(title).join(" ").replace(/\s+/g, " ").trim()
  const body = shapes.filter((shape) => shape !== title).flatMap((shape) => shapeText(shape, context))
  const margins = shapes.map(marginText).filter((text) => text !== "" && !context.margins.has(text))
  for (const text of margins) context.margins.add(text)
  if (heading === "" && body.length + margins.length === 0) return ""
  return [`## ${heading || `Slide ${number}`}`, ...body, ...new Set(margins)].join("\n\n")
}

/** The words of a notes page, without its picture of the slide and its page number. */
export function notesText(notes: XmlElement): string {
  return shapesOf(childOf(notes, "p:cSld", "p:spTree"))
    .filter((shape) => placeholderOf(shape) === "body")
    .flatMap(linesOf)
    .join("\n")
}

/** Shapes of a layout or master that are no place for a slide's own words. */
export function drawnShapes(part: XmlElement): readonly XmlElement[] {
  return shapesOf(childOf(part, "p:cSld", "p:spTree")).filter((shape) => placeholderOf(shape) === undefined)
}

/** Shapes and frames, groups and alternatives opened. */
function shapesOf(tree: XmlElement | undefined): readonly XmlElement[] {
  return childrenOf(tree).flatMap((child) => {
    if (child.name === "p:grpSp") return shapesOf(child)
    if (child.name === "mc:AlternateContent") return shapesOf(alternative(child))
    return child.name === "p:sp" || child.name === "p:graphicFrame" || child.name === "p:cxnSp" ? [child] : []
  })
}

/** The role of a placeholder; its default is `obj`. */
function placeholderOf(shape: XmlElement): string | undefined {
  const placeholder = findElement(shape, "p:ph")
  return placeholder && (placeholder.attributes.type ?? "obj")
}

function shapeText(shape: XmlElement, context: SlideContext): readonly string[] {
  // They repeat on every slide.
  if (/^(sldNum|dt|ftr|hdr)$/.test(placeholderOf(shape) ?? "")) return []
  if (shape.name === "p:graphicFrame") return frameText(shape, context)
  const text = linesOf(shape).join("\n")
  return text === "" ? [] : [text]
}

/** A header, footer or date; not one that the program fills in when the show runs. */
function marginText(shape: XmlElement): string {
  const isMargin = /^(dt|ftr|hdr)$/.test(placeholderOf(shape) ?? "")
  return isMargin && findElement(shape, "a:fld") === undefined ? linesOf(shape).join("\n") : ""
}

function frameText(frame: XmlElement, { figures, budget, problem }: SlideContext): readonly string[] {
  const table = findElement(frame, "a:tbl")
  if (table !== undefined) {
    const rows = tableRows(table, budget)
    return rows.length === 0 ? [] : [markdownTable(rows)]
  }
  if (findElement(frame, "p:oleObj") !== undefined) problem("An embedded object was left out.")
  const figure = findElement(frame, "c:chart") ?? findElement(frame, "dgm:relIds")
  const text = figures.get(figure?.attributes["r:id"] ?? figure?.attributes["r:dm"] ?? "") ?? ""
  return text === "" ? [] : [text]
}

function tableRows(table: XmlElement, budget: TextBudget): readonly (readonly string[])[] {
  const rows = childrenOf(table, "a:tr").map((row) =>
    childrenOf(row, "a:tc")
      // Cells that a merge covers are there, and empty.
      .filter(({ attributes }) => !isOn(attributes.hMerge) && !isOn(attributes.vMerge))
      .map((cell) => ({
        text: paragraphLines(childOf(cell, "a:txBody")).join(" "),
        columns: span(cell.attributes.gridSpan),
        rows: span(cell.attributes.rowSpan),
      })),
  )
  return fillGrid(rows, budget).filter((row) => row.some((text) => text !== ""))
}

const isOn = (value: string | undefined): boolean => value === "1" || value === "true"
const span = (value: string | undefined): number => Math.max(1, Math.floor(Number(value)) || 1)

const linesOf = (shape: XmlElement): readonly string[] => paragraphLines(childOf(shape, "p:txBody"))
