import { loadOne } from "../fixtures"

export interface PdfPageFixture {
  readonly content: string
  readonly annotations?: readonly string[]
  /** More entries of the page, for example `/Rotate 90`. */
  readonly more?: string
}

/** A PDF written by hand: pages of drawing commands with Helvetica as `F1`, and one more font as `F2`. */
export function pdfOf(
  pages: readonly PdfPageFixture[],
  { font = [] }: { font?: readonly string[] } = {},
): Uint8Array {
  const objects: string[] = []
  const add = (object: string) => objects.push(object)
  const first = 4 + font.length
  let next = first
  const numbers = pages.map(({ annotations = [] }) => {
    const number = next
    next += 2 + annotations.length
    return number
  })
  add("<< /Type /Catalog /Pages 2 0 R >>")
  add(
    `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(" ")}] /Count ${pages.length} >>`,
  )
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
  for (const object of font) add(object)
  pages.forEach(({ content, annotations = [], more = "" }, index) => {
    const number = numbers[index]!
    const fonts = `/F1 3 0 R ${font.length > 0 ? "/F2 4 0 R" : ""}`
    const notes = annotations.map((_, at) => `${number + 2 + at} 0 R`).join(" ")
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${more} /Resources << /Font << ${fonts} >> >> /Contents ${number + 1} 0 R /Annots [${notes}] >>`,
    )
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
    for (const annotation of annotations) add(`<< /Type /Annot /F 4 ${annotation} >>`)
  })
  let text = "%PDF-1.7\n"
  let table = "0000000000 65535 f \n"
  objects.forEach((object, index) => {
    table += `${String(text.length).padStart(10, "0")} 00000 n \n`
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  })
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R >>`
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n${table}trailer\n${trailer}\nstartxref\n${text.length}\n%%EOF\n`,
    "latin1",
  )
}

/** Draws text with its base line at a place. */
export const at = (x: number, y: number, text: string, size = 11): string =>
  `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replace(/[\\()]/g, "\\$&")}) Tj ET\n`

/** Draws two-byte codes of the font `F2`. */
export const codes = (x: number, y: number, text: string): string => {
  const hex = [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, "0")).join("")
  return `BT /F2 11 Tf 1 0 0 1 ${x} ${y} Tm <${hex}> Tj ET\n`
}

const descendant = (number: number) => [
  `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Own /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${number} 0 R /DW 550 /CIDToGIDMap /Identity >>`,
  "<< /Type /FontDescriptor /FontName /ABCDEF+Own /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>",
]

const map =
  "begincmap /CMapName /X def /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <FFFF> <0000> endbfrange endcmap"

/** A font whose codes are Unicode, and one that does not say what its codes are. */
export const unicodeFont = [
  "<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Own /Encoding /Identity-H /DescendantFonts [5 0 R] /ToUnicode 7 0 R >>",
  ...descendant(6),
  `<< /Length ${map.length} >>\nstream\n${map}\nendstream`,
]
export const mutedFont = [
  "<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Own /Encoding /Identity-H /DescendantFonts [5 0 R] >>",
  ...descendant(6),
]

export const pdfText = async (content: string, font?: readonly string[]): Promise<string> =>
  (await loadOne("a.pdf", pdfOf([{ content }], font && { font }))).text
