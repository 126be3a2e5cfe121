import { letterNumber, romanNumber } from "../kit/ordinals"
import { plainStyled, type StyledText } from "../kit/styled-text"
import { formulaText } from "../office/formula"
import { childOf, childrenOf, isElement, textOf, type XmlElement } from "../xml"

/** Paragraphs of a text body as Markdown lines: levels below the first are indented, automatic numbers are written. */
export function paragraphLines(body: XmlElement | undefined): readonly string[] {
  const counters: { type: string; count: number }[] = []
  return childrenOf(body, "a:p").flatMap((paragraph) => {
    const text = paragraphText(paragraph)
    if (text === "") return []
    const properties = childOf(paragraph, "a:pPr")
    const level = Math.min(8, Math.max(0, Math.floor(Number(properties?.attributes.lvl ?? 0)) || 0))
    const number = automaticNumber(properties, childOf(body, "a:lstStyle", `a:lvl${level + 1}pPr`), level)
    const mark = number !== undefined ? `${number} ` : level > 0 ? "- " : ""
    const indent = "  ".repeat(level)
    return [indent + mark + text.replaceAll("\n", `\n${indent}${" ".repeat(mark.length)}`)]
  })

  /** Goes on while paragraphs of the level are numbered in one way; a paragraph of a higher level begins anew. */
  function automaticNumber(
    own: XmlElement | undefined,
    style: XmlElement | undefined,
    level: number,
  ): string | undefined {
    counters.length = Math.min(counters.length, level + 1)
    const hasOwn = childrenOf(own).some(({ name }) => /^a:bu(?:None|Char|Blip|AutoNum)$/.test(name))
    const numbering = childOf(hasOwn ? own : style, "a:buAutoNum")
    if (numbering === undefined) {
      delete counters[level]
      return undefined
    }
    const { type = "arabicPeriod", startAt = "1" } = numbering.attributes
    const before = counters[level]
    const count = before?.type === `${type} ${startAt}` ? before.count + 1 : Number(startAt) || 1
    counters[level] = { type: `${type} ${startAt}`, count }
    return numberText(type, count)
  }
}

/** ECMA-376 part 1, 20.1.10.61; digits where the figures are of another script. */
function numberText(type: string, count: number): string {
  const small = /^roman/.test(type)
    ? romanNumber(count)
    : /^alpha/.test(type)
      ? letterNumber(count)
      : String(count)
  const figure = /^(?:roman|alpha)Uc/.test(type) ? small.toUpperCase() : small
  if (type.endsWith("ParenBoth")) return `(${figure})`
  if (type.endsWith("ParenR")) return `${figure})`
  return type.endsWith("Plain") ? figure : `${figure}.`
}

function paragraphText(paragraph: XmlElement): string {
  const stretches: StyledText[] = []
  visit(paragraph)
  return plainStyled(stretches)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .trim()

  function visit(element: XmlElement): void {
    for (const child of element.children) {
      if (!isElement(child)) continue
      if (child.name === "a:r" || child.name === "a:fld") stretches.push(runText(child))
      else if (child.name === "a:br") stretches.push({ text: "\n" })
      else if (child.name === "m:oMath") stretches.push({ text: formulaText(child) })
      else if (child.name === "mc:AlternateContent") visit(alternative(child))
      else if (child.name !== "a:pPr" && child.name !== "a:endParaRPr") visit(child)
    }
  }
}

function runText(run: XmlElement): StyledText {
  const { strike = "noStrike", baseline = "0" } = childOf(run, "a:rPr")?.attributes ?? {}
  const shift = Number.parseFloat(baseline) || 0
  const text = childrenOf(run, "a:t").map(textOf).join("")
  // A vertical tab is PowerPoint's line break inside of a run.
  return {
    text: text.replaceAll("\v", "\n"),
    script: shift > 0 ? "^" : shift < 0 ? "_" : undefined,
    isStruck: strike !== "noStrike",
  }
}

/** The newer form of a thing where it has text, else the older one. */
export function alternative(element: XmlElement): XmlElement {
  const forms = [...childrenOf(element, "mc:Choice"), ...childrenOf(element, "mc:Fallback")]
  return forms.find((form) => /\S/.test(textOf(form))) ?? forms[0] ?? element
}
