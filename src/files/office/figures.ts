import type { Zip } from "../kit/zip"
import { childOf, childrenOf, findElement, textOf, type XmlElement } from "../xml"
import { partXml, type Relation, unlessDamaged } from "./parts"

/** Words and numbers of the charts and diagrams that a part refers to, by the relation's id, one line each. */
export async function figureTexts(
  zip: Zip,
  relations: readonly Relation[],
  problem: (text: string) => void,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const { id, type, path } of relations) {
    const read = type === "chart" ? chartText : type === "diagramData" ? diagramText : undefined
    if (read === undefined) continue
    const untold = () => problem(`A figure could not be read: ${path}.`)
    const figure = await unlessDamaged(untold, () => partXml(zip, path))
    if (figure !== undefined) texts.set(id, read(figure))
  }
  return texts
}

function chartText(chart: XmlElement): string {
  const title = findElement(chart, "c:title")
  const plot = findElement(chart, "c:plotArea")
  const series = childrenOf(plot)
    .flatMap((group) => childrenOf(group, "c:ser"))
    .map(seriesText)
  return ["Chart", title === undefined ? "" : words(title), ...series]
    .filter((part) => part !== "")
    .join(": ")
}

/** `Sales: 2023 12.5, 2024 14`. */
function seriesText(series: XmlElement): string {
  const names = points(childOf(series, "c:cat") ?? childOf(series, "c:xVal"))
  const values = points(childOf(series, "c:val") ?? childOf(series, "c:yVal"))
  const pairs = [...values].map(([index, value]) => `${names.get(index) ?? ""} ${digits(value)}`.trim())
  const name = childOf(series, "c:tx")
  return [name === undefined ? "" : textOf(findElement(name, "c:v") ?? name), pairs.join(", ")].join(": ")
}

function points(data: XmlElement | undefined): ReadonlyMap<string, string> {
  const cache = childrenOf(childrenOf(data)[0]).find(({ name }) => name.endsWith("Cache"))
  const found = childrenOf(cache ?? childrenOf(data)[0], "c:pt")
  return new Map(found.map((point) => [point.attributes.idx ?? "", textOf(childOf(point, "c:v") ?? point)]))
}

/** As many digits as a workbook holds; the rest is noise of the binary form. */
function digits(value: string): string {
  const number = Number(value)
  return value.trim() === "" || Number.isNaN(number) ? value : String(Number(number.toPrecision(15)))
}

function diagramText(data: XmlElement): string {
  const shown = childrenOf(childOf(data, "dgm:ptLst"), "dgm:pt").filter(({ attributes }) =>
    /^(?:node|asst)$/.test(attributes.type ?? "node"),
  )
  return shown
    .map((point) => words(childOf(point, "dgm:t") ?? point))
    .filter((text) => text !== "")
    .join("; ")
}

/** The words of DrawingML below an element, its paragraphs apart. */
function words(element: XmlElement): string {
  if (element.name === "a:t") return textOf(element)
  const parts = childrenOf(element).map(words)
  return parts
    .filter((part) => part !== "")
    .join(element.name === "a:p" ? "" : " ")
    .trim()
}
