import { markdownTable } from "../kit/markdown-table"
import { findElement, type MarkupNode } from "../kit/markup"

/** A slide as Markdown: its title, or its number, as heading, then texts and tables in their order. */
export function slideText(slide: MarkupNode, number: number): string {
  const tree = findElement(slide, "p:spTree")
  if (tree === undefined) return ""
  const shapes = shapesOf(tree)
  const title = shapes.find((shape) => /^(ctrT|t)itle$/.test(placeholderOf(shape) ?? ""))
  const heading = title === undefined ? "" : paragraphs(title).join(" ").replace(/\s+/g, " ").trim()
  const body = shapes.filter((shape) => shape !== title).flatMap((shape) => shapeText(shape))
  if (heading === "" && body.length === 0) return ""
  return [`## ${heading || `Slide ${number}`}`, ...body].join("\n\n")
}

/** The words of a notes page, without its picture of the slide and its page number. */
export function notesText(notes: MarkupNode): string {
  const tree = findElement(notes, "p:spTree")
  if (tree === undefined) return ""
  return shapesOf(tree)
    .filter((shape) => placeholderOf(shape) === "body")
    .flatMap(paragraphs)
    .join("\n")
}

/** Shapes and tables, groups opened. */
function shapesOf(tree: MarkupNode): MarkupNode[] {
  return (tree.children ?? []).flatMap((child) =>
    child.name === "p:grpSp"
      ? shapesOf(child)
      : child.name === "p:sp" || child.name === "p:graphicFrame"
        ? [child]
        : [],
  )
}

/** The role of a placeholder; its default is `obj`. */
function placeholderOf(shape: MarkupNode): string | undefined {
  const placeholder = findElement(shape, "p:ph")
  return placeholder && (placeholder.attribs?.type ?? "obj")
}

function shapeText(shape: MarkupNode): string[] {
  // Slide numbers, dates and footers repeat on every slide.
  if (/^(sldNum|dt|ftr|hdr)$/.test(placeholderOf(shape) ?? "")) return []
  const table = findElement(shape, "a:tbl")
  if (table !== undefined) {
    const rows = named(table, "a:tr").map((row) =>
      named(row, "a:tc").map((cell) => paragraphs(cell).join(" ")),
    )
    return rows.length === 0 ? [] : [markdownTable(rows)]
  }
  const text = paragraphs(shape).join("\n")
  return text === "" ? [] : [text]
}

function paragraphs(node: MarkupNode): string[] {
  const body = findElement(node, "p:txBody") ?? findElement(node, "a:txBody")
  return named(body, "a:p").flatMap((paragraph) => {
    const text = runs(paragraph).trim()
    if (text === "") return []
    const level = Number(findElement(paragraph, "a:pPr")?.attribs?.lvl ?? 0)
    return [level > 0 ? `${"  ".repeat(level)}- ${text}` : text]
  })
}

function runs(node: MarkupNode): string {
  if (node.name === "a:br") return "\n"
  if (node.name === "a:t") return (node.children ?? []).map(({ data }) => data ?? "").join("")
  return (node.children ?? []).map(runs).join("")
}

const named = (node: MarkupNode | undefined, name: string): MarkupNode[] =>
  (node?.children ?? []).filter((child) => child.name === name)
