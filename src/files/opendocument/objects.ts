import { escapeHtml } from "../html/escape"
import type { Zip } from "../kit/zip"
import { partXml, unlessDamaged } from "../office/parts"
import { findElement, isElement, type XmlElement } from "../xml"

/** Formulas and charts that stand in a document, by the folder of their part. */
export type Objects = ReadonlyMap<string, XmlElement>

export async function objectsOf(zip: Zip, problem: (text: string) => void): Promise<Objects> {
  const found = new Map<string, XmlElement>()
  for (const name of zip.names) {
    const folder = /^(.+)\/content\.xml$/.exec(name)?.[1]
    const root = folder === undefined ? undefined : await unlessDamaged(problem, () => partXml(zip, name))
    if (folder !== undefined && root !== undefined)
      found.set(folder, findElement(root, "office:body") ?? root)
  }
  return found
}

/** MathML as HTML holds it, without prefixes. */
export function formulaPage(element: XmlElement): string {
  const name = element.name.replace(/^.*:/, "")
  const inner = element.children.map((child) => (isElement(child) ? formulaPage(child) : escapeHtml(child)))
  return /^[a-z]+$/.test(name) ? `<${name}>${inner.join("")}</${name}>` : inner.join("")
}
