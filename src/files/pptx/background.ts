import type { Zip } from "../kit/zip"
import { partXml, type Relation, relationsOf, unlessDamaged } from "../office/parts"
import type { XmlElement } from "../xml"

/** Gives the shapes that a slide's layout and master draw on it, each where a slide first shows it. */
export type Background = (slide: XmlElement, relations: readonly Relation[]) => Promise<readonly XmlElement[]>

/** @param shapesOf those of a part that say something by themselves, and are no place for a slide's own words */
export function backgrounds(
  zip: Zip,
  shapesOf: (part: XmlElement) => readonly XmlElement[],
  problem: (text: string) => void,
): Background {
  const seen = new Set<string>()
  return async (slide, relations) => {
    const shapes: XmlElement[] = []
    let part = slide
    let own = relations
    for (const type of ["slideLayout", "slideMaster"]) {
      const path = own.find((relation) => relation.type === type)?.path
      const isShown = !/^(?:0|false)$/.test(part.attributes.showMasterSp ?? "")
      if (path === undefined || !isShown || seen.has(path)) return shapes
      seen.add(path)
      const read = await unlessDamaged(problem, () => partXml(zip, path))
      if (read === undefined) return shapes
      for (const shape of shapesOf(read)) shapes.push(shape)
      part = read
      own = (await unlessDamaged(problem, () => relationsOf(zip, path))) ?? []
    }
    return shapes
  }
}
