import { letterNumber, romanNumber } from "../kit/ordinals"
import { childrenOf, findElement, type XmlElement } from "../xml"

/** What a level of a list, or of headings, prints before its items. */
export interface ListLevel {
  /** `1`, `a`, `A`, `i`, `I`, or empty for no number. */
  readonly format: string
  readonly start: number
  /** How many levels' numbers stand in the label: `2.1` for two. */
  readonly shown: number
  readonly prefix: string
  readonly suffix: string
}

export type ListLevels = ReadonlyMap<number, ListLevel>

/** Numbered levels of list styles by their names, and those of headings. */
export interface ListStyles {
  readonly lists: ReadonlyMap<string, ListLevels>
  readonly headings: ListLevels
}

/** @param roots parts of a document that hold styles; the later ones go before */
export function listStylesOf(roots: readonly XmlElement[]): ListStyles {
  const lists = new Map<string, ListLevels>()
  let headings: ListLevels = new Map()
  for (const root of roots) {
    for (const group of ["office:styles", "office:automatic-styles"]) {
      for (const style of childrenOf(findElement(root, group))) {
        if (style.name === "text:list-style") lists.set(style.attributes["style:name"] ?? "", levelsOf(style))
        else if (style.name === "text:outline-style") headings = levelsOf(style)
      }
    }
  }
  return { lists, headings }
}

function levelsOf(style: XmlElement): ListLevels {
  const levels = new Map<number, ListLevel>()
  for (const { name, attributes } of childrenOf(style)) {
    if (name !== "text:list-level-style-number" && name !== "text:outline-level-style") continue
    levels.set(Number(attributes["text:level"] ?? 1), {
      format: attributes["style:num-format"] ?? "",
      start: whole(attributes["text:start-value"]) ?? 1,
      shown: whole(attributes["text:display-levels"]) ?? 1,
      prefix: attributes["style:num-prefix"] ?? "",
      suffix: attributes["style:num-suffix"] ?? "",
    })
  }
  return levels
}

/** Numbers of one list, or of all headings: a level begins anew below each item of a higher one. */
export interface Counter {
  /** The label of the next item of a level; undefined where the level has none. */
  next(levels: ListLevels, level: number, startAt: string | undefined): string | undefined
}

/** As many levels as there can be. */
const maxLevels = 10

export function counter(): Counter {
  const counts: (number | undefined)[] = []
  return {
    next(levels, given, startAt) {
      const level = Math.min(given, maxLevels)
      const before = counts[level]
      counts.length = Math.min(counts.length, level)
      counts[level] = whole(startAt) ?? (before === undefined ? (levels.get(level)?.start ?? 1) : before + 1)
      const own = levels.get(level)
      if (own === undefined || own.format === "") return undefined
      const first = Math.max(1, level - own.shown + 1)
      const numbers = Array.from({ length: level - first + 1 }, (_, at) => {
        const { format = "1", start = 1 } = levels.get(first + at) ?? {}
        return figure(counts[first + at] ?? start, format)
      })
      const isBare = own.prefix === "" && own.suffix === "" && own.shown === 1
      return own.prefix + numbers.filter((number) => number !== "").join(".") + (isBare ? "." : own.suffix)
    },
  }
}

function figure(count: number, format: string): string {
  if (format === "") return ""
  const small = /^i$/i.test(format)
    ? romanNumber(count)
    : /^a$/i.test(format)
      ? letterNumber(count)
      : String(count)
  return /^[AI]$/.test(format) ? small.toUpperCase() : small
}

function whole(value: string | undefined): number | undefined {
  const number = Number(value)
  return value !== undefined && Number.isInteger(number) ? number : undefined
}
