import { childrenOf, textOf, type XmlElement } from "../../xml"

/** Texts of the boxes, charts and diagrams that lie on a sheet, in their order. */
export function drawingTexts(drawing: XmlElement, charts: ReadonlyMap<string, string>): readonly string[] {
  const found: string[] = []
  visit(drawing)
  return found

  function visit(element: XmlElement): void {
    if (element.name === "xdr:txBody") {
      const lines = childrenOf(element, "a:p").map((paragraph) => words(paragraph).trim())
      const text = lines.filter((line) => line !== "").join("\n")
      if (text !== "") found.push(text)
    } else if (element.name === "c:chart" || element.name === "dgm:relIds") {
      const text = charts.get(element.attributes["r:id"] ?? element.attributes["r:dm"] ?? "")
      if (text !== undefined && text !== "") found.push(text)
    } else for (const child of childrenOf(element)) visit(child)
  }
}

function words(element: XmlElement): string {
  if (element.name === "a:t") return textOf(element)
  if (element.name === "a:br") return "\n"
  return childrenOf(element).map(words).join("")
}
