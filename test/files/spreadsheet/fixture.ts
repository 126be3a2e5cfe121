import { loadOne, zip } from "../fixtures"

export interface FixtureSheet {
  readonly rows: string
  /** Before the rows: columns. */
  readonly head?: string
  /** After the rows: merges. */
  readonly tail?: string
  /** Attributes in the list of sheets. */
  readonly attributes?: string
}

/** A workbook by its parts; styles are written without their outer element. */
export function xlsx(
  sheets: readonly FixtureSheet[],
  { styles = "", strings = "", workbook = "" }: { styles?: string; strings?: string; workbook?: string } = {},
): Uint8Array {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="t/${type}" Target="${target}"/>`
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  return zip({
    "xl/workbook.xml": `<x:workbook xmlns:x="${main}" xmlns:r="r">${workbook}<x:sheets>${sheets.map(({ attributes = "" }, i) => `<x:sheet name="S${i + 1}" r:id="s${i}" ${attributes}/>`).join("")}</x:sheets></x:workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${sheets.map((_, i) => relation(`s${i}`, "worksheet", `worksheets/${i}.xml`)).join("")}${relation("st", "styles", "styles.xml")}${relation("ss", "sharedStrings", "strings.xml")}</Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}">${styles}</styleSheet>`,
    "xl/strings.xml": `<sst xmlns="${main}">${strings}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ rows, head = "", tail = "" }, i) => [
        `xl/worksheets/${i}.xml`,
        `<worksheet xmlns="${main}">${head}<sheetData>${rows}</sheetData>${tail}</worksheet>`,
      ]),
    ),
  })
}

export const text = (reference: string, content: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${content}</t></is></c>`
export const number = (reference: string, value: number | string, style = 0) =>
  `<c r="${reference}" s="${style}"><v>${value}</v></c>`
export const row = (index: number, cells: string, attributes = "") =>
  `<row r="${index}" ${attributes}>${cells}</row>`

export const sheetText = async (sheet: FixtureSheet, more?: Parameters<typeof xlsx>[1]): Promise<string> =>
  (await loadOne("a.xlsx", xlsx([sheet], more))).text.replace(/^## S1\n\n/, "")
