import { childOf, childrenOf, type XmlElement } from "../xml"

/** What of a run's look changes what it says; undefined where it is not set. */
export interface RunLook {
  readonly isStruck?: boolean | undefined
  readonly script?: "^" | "_" | "" | undefined
  readonly isHidden?: boolean | undefined
  /** How far above the line it stands, and how large it is, in half points. */
  readonly position?: number | undefined
  readonly size?: number | undefined
  /** The font, where it draws signs in place of letters. */
  readonly symbolFont?: string | undefined
}

/** A list's number and the level in it, each where it is said. */
export interface ListPlace {
  readonly list?: string | undefined
  readonly level?: number | undefined
}

/** A style with everything it inherits. */
export interface DocxStyle {
  /** 1 to 6. */
  readonly heading?: number | undefined
  readonly outlineLevel?: number | undefined
  readonly place: ListPlace
  readonly look: RunLook
}

export type DocxStyles = (id: string | undefined) => DocxStyle

/** Styles by id; a style that is not there is plain. A paragraph without a style has the default one. */
export function docxStyles(root: XmlElement | undefined): DocxStyles {
  const elements = new Map(childrenOf(root, "w:style").map((style) => [style.attributes["w:styleId"], style]))
  const defaults = runLook(childOf(root, "w:docDefaults", "w:rPrDefault", "w:rPr"))
  const plain: DocxStyle = { place: {}, look: defaults }
  const usual = childrenOf(root, "w:style").find(
    ({ attributes }) => attributes["w:type"] === "paragraph" && isOn(attributes["w:default"]),
  )
  const resolved = new Map<string | undefined, DocxStyle>([[undefined, plain]])
  const resolve = (id: string | undefined, depth: number): DocxStyle => {
    const known = resolved.get(id)
    if (known !== undefined) return known
    const element = elements.get(id)
    const base = childOf(element, "w:basedOn")?.attributes["w:val"]
    // A style that is based on itself in a circle inherits nothing more.
    const inherited = element === undefined || depth > 20 ? plain : resolve(base, depth + 1)
    const style = element === undefined ? plain : ownStyle(element, inherited)
    resolved.set(id, style)
    return style
  }
  return (id) => resolve(id ?? usual?.attributes["w:styleId"], 0)
}

function ownStyle(element: XmlElement, inherited: DocxStyle): DocxStyle {
  const properties = childOf(element, "w:pPr")
  const place = listPlace(properties)
  return {
    heading: headingOf(childOf(element, "w:name")?.attributes["w:val"] ?? "") ?? inherited.heading,
    outlineLevel: outlineLevel(properties) ?? inherited.outlineLevel,
    place: { list: place.list ?? inherited.place.list, level: place.level ?? inherited.place.level },
    look: overlay(inherited.look, runLook(childOf(element, "w:rPr"))),
  }
}

function headingOf(name: string): number | undefined {
  const usual = name.toLowerCase()
  if (usual === "title") return 1
  if (usual === "subtitle") return 2
  const level = /^heading ([1-9])$/.exec(usual)?.[1]
  return level === undefined ? undefined : Math.min(6, Number(level))
}

/** 0 to 8; undefined for body text. */
export function outlineLevel(properties: XmlElement | undefined): number | undefined {
  const level = Number(childOf(properties, "w:outlineLvl")?.attributes["w:val"] ?? 9)
  return level >= 0 && level < 9 ? level : undefined
}

export function listPlace(properties: XmlElement | undefined): ListPlace {
  const level = childOf(properties, "w:numPr", "w:ilvl")?.attributes["w:val"]
  return {
    list: childOf(properties, "w:numPr", "w:numId")?.attributes["w:val"],
    level: level === undefined ? undefined : Number(level),
  }
}

export function overlay(below: RunLook, above: RunLook): RunLook {
  return {
    isStruck: above.isStruck ?? below.isStruck,
    script: above.script ?? below.script,
    isHidden: above.isHidden ?? below.isHidden,
    position: above.position ?? below.position,
    size: above.size ?? below.size,
    symbolFont: above.symbolFont ?? below.symbolFont,
  }
}

const scripts: { readonly [value: string]: "^" | "_" | "" } = {
  superscript: "^",
  subscript: "_",
  baseline: "",
}

/** The look that properties of a run set. */
export function runLook(properties: XmlElement | undefined): RunLook {
  if (properties === undefined) return {}
  const struck = switchOf(properties, "w:strike")
  const fonts = childOf(properties, "w:rFonts")?.attributes
  const font = fonts?.["w:ascii"] ?? fonts?.["w:hAnsi"]
  return {
    isStruck: struck || switchOf(properties, "w:dstrike") || struck,
    script: scripts[childOf(properties, "w:vertAlign")?.attributes["w:val"] ?? ""],
    isHidden: switchOf(properties, "w:vanish"),
    position: numberOf(properties, "w:position"),
    size: numberOf(properties, "w:sz"),
    symbolFont: font === undefined ? undefined : /^(?:symbol|wingdings)/i.test(font) ? font : "",
  }
}

/** A property that is on where it stands without a value. */
export function switchOf(properties: XmlElement | undefined, name: string): boolean | undefined {
  const found = childOf(properties, name)
  return found && isOn(found.attributes["w:val"] ?? "1")
}

const isOn = (value: string | undefined): boolean =>
  value !== undefined && !/^(?:0|false|off|none)$/.test(value)

function numberOf(properties: XmlElement, name: string): number | undefined {
  const value = Number.parseFloat(childOf(properties, name)?.attributes["w:val"] ?? "")
  return Number.isNaN(value) ? undefined : value
}
