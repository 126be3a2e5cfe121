import { shiftMark } from "../kit/marks"
import { isNumbering } from "./numbering"

/** What a style says of an element, as far as it changes what its text says. */
export interface HtmlLook {
  readonly isStruck?: boolean | undefined
  readonly shift?: "raised" | "lowered" | undefined
  readonly label?: LabelStyle | undefined
}

/** How items of a list are marked: texts, and numbers between them. */
export type LabelStyle = readonly (string | LabelNumber)[]

export interface LabelNumber {
  /** The counter's name; the last one of a label counts the items of the list itself. */
  readonly counter: string
  /** The standard's name of a way of numbering. */
  readonly type: string
  /** What joins the numbers of all lists around the item; undefined where one number is shown. */
  readonly joint?: string | undefined
}

/** Declarations of CSS, as a `style` or a rule holds them; later ones go before earlier ones. */
export function lookOf(css: string): HtmlLook {
  const values = new Map<string, string>()
  for (const declaration of css.split(";")) {
    const colon = declaration.indexOf(":")
    if (colon > 0)
      values.set(declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim())
  }
  const decoration = `${values.get("text-decoration")} ${values.get("text-decoration-line")}`
  return {
    isStruck: /\bline-through\b/i.test(decoration) || undefined,
    shift: shiftOf(values),
    label: listStyle(css),
  }
}

export function overlay(below: HtmlLook, above: HtmlLook): HtmlLook {
  return {
    isStruck: above.isStruck ?? below.isStruck,
    shift: above.shift ?? below.shift,
    label: above.label ?? below.label,
  }
}

function shiftOf(values: ReadonlyMap<string, string>): HtmlLook["shift"] {
  const align = values.get("vertical-align")?.toLowerCase()
  if (align?.startsWith("super")) return "raised"
  if (align?.startsWith("sub")) return "lowered"
  const isMoved = values.get("position")?.toLowerCase() === "relative"
  const [bottom, top] = isMoved ? [values.get("bottom"), values.get("top")] : []
  const moved = lengthEm(align) + lengthEm(bottom) - lengthEm(top)
  // Text with a size of its own is most often smaller; pixels move what is drawn, not letters.
  const isSmall = values.has("font-size") && /em|%/i.test(`${align} ${bottom} ${top}`)
  const mark = shiftMark(moved, 1, isSmall ? 2 : 1)
  return mark && (mark === "^" ? "raised" : "lowered")
}

const unitsPerEm: { readonly [unit: string]: number } = { em: 1, ex: 2, "%": 100, pt: 12, px: 16 }

/** A length in sizes of usual text; 0 for what is none. */
function lengthEm(value: string | undefined): number {
  const [, number = "0", unit = "em"] = /^(-?[\d.]{1,12})(em|ex|%|pt|px)/i.exec(value ?? "") ?? []
  return Number(number) / unitsPerEm[unit.toLowerCase()]! || 0
}

function listStyle(css: string): LabelStyle | undefined {
  const [, double, single, words = ""] =
    /\blist-style(?:-type)?\s*:\s*(?:"([^"]*)"|'([^']*)'|([^;]*))/i.exec(css) ?? []
  const text = (double ?? single)?.trim()
  if (text !== undefined) return text === "" ? [] : [`${text} `]
  const names = words.toLowerCase().split(/\s/)
  if (names.some((name) => /^(?:disc|circle|square)$/.test(name))) return ["- "]
  const type = names.find(isNumbering)
  return type === undefined ? undefined : [{ counter: "list-item", type }, ". "]
}

/**
 * The label in the `content` of an item's `::before`, as pages draw numbers of several levels; undefined for one
 * without a number.
 */
export function contentLabel(css: string): LabelStyle | undefined {
  const content = /\bcontent\s*:\s*([^;}]{1,300})/i.exec(css)?.[1] ?? ""
  const label: (string | LabelNumber)[] = []
  for (const [, double, single, many, counter, rest = ""] of content.matchAll(
    /"([^"]*)"|'([^']*)'|\bcounter(s?)\(\s*([\w-]+)([^)]*)\)/gi,
  )) {
    if (counter === undefined) {
      label.push(double ?? single ?? "")
      continue
    }
    const joint = many === "" ? undefined : (/["']([^"']*)["']/.exec(rest)?.[1] ?? ".")
    const type = rest
      .toLowerCase()
      .split(/[\s,]+/)
      .find(isNumbering)
    label.push({ counter, type: type ?? "decimal", joint })
  }
  return label.some((part) => typeof part !== "string") ? label : undefined
}
