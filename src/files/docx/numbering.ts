import { childOf, childrenOf, type XmlElement } from "../xml"
import { ordinalText } from "./ordinals"
import type { DocxStyles } from "./styles"
import { switchOf } from "./styles"

interface Level {
  readonly start: number
  readonly format: string
  /** Text of the label; `%2` stands for the number of the second level. */
  readonly text: string
  readonly isLegal: boolean
  /** The level, from 1, behind which it begins anew; undefined for every higher one. */
  readonly restart: number | undefined
  /** Style of the paragraphs that it numbers by themselves. */
  readonly style: string | undefined
  readonly isTight: boolean
}

/** A paragraph's label as printed; empty for a level that shows none. */
export interface ListLabel {
  readonly text: string
  readonly isBullet: boolean
  /** Between label and text. */
  readonly gap: string
}

export interface DocxNumbering {
  /** Counts one paragraph on; undefined where there is no such list. */
  next(list: string, level: number): ListLabel | undefined
  /** The level that a list gives to paragraphs of a style. */
  levelOfStyle(list: string, style: string | undefined): number | undefined
}

interface List {
  /** Lists that share a definition go on counting together. */
  readonly definition: string
  readonly levels: ReadonlyMap<number, Level>
  readonly startOverrides: ReadonlyMap<number, number>
}

/** Numbers of lists, counted as Word counts them (ECMA-376 part 1, 17.9). */
export function docxNumbering(root: XmlElement | undefined, styles: DocxStyles): DocxNumbering {
  const lists = readLists(root, styles)
  const counters = new Map<string, (number | undefined)[]>()
  const begun = new Set<string>()

  return {
    levelOfStyle(list, style) {
      if (style === undefined) return undefined
      for (const [level, { style: own }] of lists.get(list)?.levels ?? []) if (own === style) return level
      return undefined
    },
    next(id, level) {
      const list = lists.get(id)
      const definition = list?.levels.get(level)
      if (list === undefined || definition === undefined) return undefined
      const counts = counters.get(list.definition) ?? []
      counters.set(list.definition, counts)
      const override = list.startOverrides.get(level)
      if (override !== undefined && !begun.has(`${id} ${level}`)) counts[level] = override
      else counts[level] = counts[level] === undefined ? definition.start : counts[level] + 1
      begun.add(`${id} ${level}`)
      for (const [below, { restart }] of list.levels) {
        if (below > level && (restart === undefined || level < restart)) counts[below] = undefined
      }
      const text = definition.text.replace(/%([1-9])/g, (_, digit) => {
        const shown = Number(digit) - 1
        const { format = "decimal", start = 1 } = list.levels.get(shown) ?? {}
        const isPlain = definition.isLegal && format !== "decimalZero"
        return ordinalText(counts[shown] ?? start, isPlain ? "decimal" : format)
      })
      const isBullet = definition.format === "bullet"
      return { text, isBullet, gap: definition.isTight ? "" : " " }
    },
  }
}

function readLists(root: XmlElement | undefined, styles: DocxStyles): ReadonlyMap<string, List> {
  const definitions = new Map(
    childrenOf(root, "w:abstractNum").map((one) => [one.attributes["w:abstractNumId"], one]),
  )
  const lists = new Map<string, List>()
  const numbers = new Map(childrenOf(root, "w:num").map((num) => [num.attributes["w:numId"] ?? "", num]))
  for (const [id, num] of numbers) {
    let definition = valueIn(num, "w:abstractNumId") ?? ""
    // A definition may be no more than the name of a style that has the real one.
    const link = valueIn(definitions.get(definition), "w:numStyleLink")
    const linked = numbers.get(styles(link).place.list ?? "")
    if (link !== undefined && linked !== undefined)
      definition = valueIn(linked, "w:abstractNumId") ?? definition
    const overrides = childrenOf(num, "w:lvlOverride")
    const levels = new Map(childrenOf(definitions.get(definition), "w:lvl").map(readLevel))
    const starts = new Map<number, number>()
    for (const override of overrides) {
      const level = childOf(override, "w:lvl")
      if (level !== undefined) levels.set(...readLevel(level))
      const start = valueIn(override, "w:startOverride")
      if (start !== undefined) starts.set(Number(override.attributes["w:ilvl"] ?? 0), Number(start) || 0)
    }
    lists.set(id, { definition, levels, startOverrides: starts })
  }
  return lists
}

function readLevel(level: XmlElement): [number, Level] {
  const restart = valueIn(level, "w:lvlRestart")
  return [
    Number(level.attributes["w:ilvl"] ?? 0),
    {
      start: Number(valueIn(level, "w:start") ?? 0) || 0,
      format: valueIn(level, "w:numFmt") ?? "decimal",
      text: valueIn(level, "w:lvlText") ?? "",
      isLegal: switchOf(level, "w:isLgl") ?? false,
      restart: restart === undefined ? undefined : Number(restart),
      style: valueIn(level, "w:pStyle"),
      isTight: valueIn(level, "w:suff") === "nothing",
    },
  ]
}

const valueIn = (element: XmlElement | undefined, name: string): string | undefined =>
  childOf(element, name)?.attributes["w:val"]
