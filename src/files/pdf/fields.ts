import type { PdfAnnotation } from "./peer"
import type { PdfPiece } from "./pieces"

/** What forms and notes add to a page: text that has its place on it, and notes that pop up. */
export interface PdfAdditions {
  readonly pieces: readonly PdfPiece[]
  readonly notes: readonly string[]
}

const hidden = 2
const notViewed = 32
/** Kinds that only act, or show the text of another. */
const silent = new Set(["Link", "Popup", "Widget"])

export function pdfAdditions(annotations: readonly PdfAnnotation[]): PdfAdditions {
  const pieces: PdfPiece[] = []
  const notes: string[] = []
  for (const annotation of annotations) {
    const { subtype = "", annotationFlags = 0, contentsObj } = annotation
    if ((annotationFlags & (hidden | notViewed)) !== 0) continue
    const contents = contentsObj?.str?.trim() ?? ""
    if (subtype === "Widget") addLines(annotation, fieldText(annotation), pieces)
    else if (subtype === "FreeText") addLines(annotation, contents, pieces)
    else if (contents !== "" && !silent.has(subtype)) notes.push(contents.replace(/\s+/g, " "))
  }
  return { pieces, notes }
}

/** The value of a field as its reader sees it: text, what is chosen, or a box with or without a tick. */
function fieldText(field: PdfAnnotation): string {
  const { fieldType, fieldValue, password } = field
  if (password === true) return ""
  if (field.checkBox === true || field.radioButton === true) {
    const own = field.radioButton === true ? field.buttonValue : field.exportValue
    const isOn = own === undefined ? !/^(?:Off)?$/.test(String(fieldValue ?? "")) : fieldValue === own
    return isOn ? "\u2612" : "\u2610"
  }
  if (fieldType !== "Tx" && fieldType !== "Ch") return ""
  const values = Array.isArray(fieldValue) ? fieldValue : [fieldValue]
  return values
    .filter((value) => typeof value === "string")
    .map((value) => field.options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? value)
    .join(", ")
    .trim()
}

function addLines({ rect, defaultAppearanceData }: PdfAnnotation, text: string, pieces: PdfPiece[]): void {
  const [left = 0, bottom = 0, right = left, top = bottom] = rect ?? []
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "")
  const height = (top - bottom) / Math.max(1, lines.length)
  const size = Math.min(Math.max(defaultAppearanceData?.fontSize || 10, 4), Math.max(4, 0.9 * height))
  lines.forEach((line, index) => {
    const base = bottom + height * (lines.length - 1 - index) + Math.max(0, (height - size) / 2) + 0.2 * size
    pieces.push({
      text: line,
      left,
      right: Math.max(left + 1, Math.min(right, left + 0.5 * size * line.length)),
      top: -base,
      size,
      angle: 0,
      isRightToLeft: /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(line),
      isApart: true,
    })
  })
}
