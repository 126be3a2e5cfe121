import type { StyledText } from "../../kit/styled-text"
import { childOf, childrenOf, type XmlElement } from "../../xml"

export type FontLook = Pick<StyledText, "script" | "isStruck">

/** What a cell's style says of its text. */
export interface CellStyle {
  /** A pattern that the file writes out, or the number of one that everyone knows. */
  readonly format: string | number
  readonly look: FontLook
}

/** Styles by the number that cells give; a cell of an unknown one is plain. */
export function cellStyles(root: XmlElement | undefined): (id: string | undefined) => CellStyle {
  const patterns = new Map(
    childrenOf(childOf(root, "numFmts"), "numFmt").map(({ attributes }) => [
      attributes.numFmtId,
      attributes.formatCode ?? "General",
    ]),
  )
  const fonts = childrenOf(childOf(root, "fonts"), "font").map(fontLook)
  const styles = childrenOf(childOf(root, "cellXfs"), "xf").map(({ attributes }) => ({
    format: patterns.get(attributes.numFmtId) ?? (Number(attributes.numFmtId) || 0),
    look: fonts[Number(attributes.fontId)] ?? {},
  }))
  return (id) => styles[Number(id ?? 0)] ?? { format: 0, look: {} }
}

/** Of a font, or of the properties of a run. */
export function fontLook(font: XmlElement | undefined): FontLook {
  const strike = childOf(font, "strike")
  const place = childOf(font, "vertAlign")?.attributes.val
  return {
    isStruck: strike !== undefined && !/^(?:0|false)$/.test(strike.attributes.val ?? ""),
    script: place === "superscript" ? "^" : place === "subscript" ? "_" : undefined,
  }
}
