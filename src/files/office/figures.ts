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

function chartText(space: XmlElement): string {
  const chart = childOf(space, "c:chart") ?? space
  const groups = childrenOf(childOf(chart, "c:plotArea"))
  const series = groups.flatMap((group) => childrenOf(group, "c:ser")).map(seriesText)
  const axes = groups.filter(({ name }) => name.endsWith("Ax")).map(titleOf)
  const named = axes.filter((title) => title !== "").join(", ")
  return ["Chart", titleOf(chart), ...series, named && `Axes: ${named}`]
    .filter((part) => part !== "")
    .join(": ")
}

function titleOf(element: XmlElement): string {
  const title = childOf(element, "c:title")
  if (title === undefined) return ""
  return (
    words(title) ||
    childrenOf(childOf(title, "c:tx", "c:strRef", "c:strCache"), "c:pt")
      .map(textOf)
      .join(" ")
  )
}

/** `Sales: 2023 12.5, 2024 14 (record)`, with the size of a bubble, and what a label says that is written for its point. */
function seriesText(series: XmlElement): string {
  const names = points(childOf(series, "c:cat") ?? childOf(series, "c:xVal"))
  const values = points(childOf(series, "c:val") ?? childOf(series, "c:yVal"))
  const sizes = points(childOf(series, "c:bubbleSize"))
  const labels = new Map(
    childrenOf(childOf(series, "c:dLbls"), "c:dLbl").map((label) => {
      const text = childOf(label, "c:tx")
      return [childOf(label, "c:idx")?.attributes.val, text === undefined ? "" : words(text)] as const
    }),
  )
  const pairs = [...values].map(([index, value]) => {
    const label = labels.get(index)
    const size = sizes.get(index)
    const more = [size && `size ${digits(size)}`, label].filter(Boolean).join(", ")
    return `${names.get(index) ?? ""} ${digits(value)}${more && ` (${more})`}`.trim()
  })
  const name = childOf(series, "c:tx")
  return [name === undefined ? "" : textOf(findElement(name, "c:v") ?? name), pairs.join(", ")].join(": ")
}

/** Points by their index; those of categories in levels with the names of all levels, the outermost first. */
function points(data: XmlElement | undefined): ReadonlyMap<string, string> {
  const cache = childrenOf(childrenOf(data)[0]).find(({ name }) => name.endsWith("Cache"))
  const [inner, ...outer] = childrenOf(cache, "c:lvl").map(pointsBelow)
  if (inner === undefined) return new Map(pointsBelow(cache ?? childrenOf(data)[0]))
  const levels = outer.toReversed().map((level) => ({ level, next: 0, text: "" }))
  return new Map(
    inner.map(([index, text]) => {
      for (const place of levels) {
        while (Number(place.level[place.next]?.[0] ?? Number.NaN) <= Number(index))
          place.text = place.level[place.next++]![1]
      }
      return [index, [...levels.map((place) => place.text), text].filter((part) => part !== "").join(" ")]
    }),
  )
}

function pointsBelow(cache: XmlElement | undefined): readonly (readonly [index: string, text: string])[] {
  return childrenOf(cache, "c:pt").map((point) => [
    point.attributes.idx ?? "",
    textOf(childOf(point, "c:v") ?? point),
  ])
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
