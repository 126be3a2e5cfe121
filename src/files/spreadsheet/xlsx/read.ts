import { runStepsYielding } from "../../../runtime/yield"
import { LoadFileError } from "../../kit/errors"
import type { TextBudget } from "../../kit/text-budget"
import type { Zip } from "../../kit/zip"
import { figureTexts } from "../../office/figures"
import { mainPart, partText, partXml, type Relation, relationsOf, unlessDamaged } from "../../office/parts"
import { childOf, childrenOf, type XmlElement, xmlUnits } from "../../xml"
import { numberText } from "../number-text"
import type { NumberFormatter } from "../peer"
import { type CellArea, cellPlace, type Sheet, type SheetRow } from "../sheet"
import { drawingTexts } from "./drawing"
import { isOn, type RowContext, rowReader } from "./rows"
import { stringText } from "./strings"
import { cellStyles } from "./styles"

const units = new Set(["row", "mergeCell", "col", "si"])

/** Sheets of a workbook, row by row; a sheet that can't be read is a problem while there are others. */
export async function readXlsx(
  zip: Zip,
  formatter: NumberFormatter,
  budget: TextBudget,
  problem: (text: string) => void,
  signal: AbortSignal | undefined,
): Promise<readonly Sheet[]> {
  const main = await mainPart(zip, "xl/workbook.xml", problem)
  const workbook = await partXml(zip, main)
  if (workbook.name !== "workbook") throw new LoadFileError("damaged", "It holds no workbook.")
  const relations = await relationsOf(zip, main)
  const paths = new Map(relations.map(({ id, path }) => [id, path]))
  const context: RowContext = {
    strings: (await unlessDamaged(problem, sharedStrings)) ?? [],
    // Not to be done without: a date would be read as a number.
    styles: cellStyles(await stylesXml()),
    number: numberText(formatter, isOn(childOf(workbook, "workbookPr")?.attributes.date1904)),
    budget,
    problem,
  }
  const sheets: Sheet[] = []
  const read = new Set<string>()
  let failed: unknown
  for (const { attributes } of childrenOf(childOf(workbook, "sheets"), "sheet")) {
    signal?.throwIfAborted()
    const name = attributes.name ?? ""
    const path = paths.get(attributes["r:id"] ?? "")
    try {
      if (path === undefined) throw new LoadFileError("damaged", "Its part is missing.")
      if (read.has(path)) throw new LoadFileError("damaged", "It is a sheet that came before.")
      read.add(path)
      sheets.push({ name, isHidden: /hidden/i.test(attributes.state ?? ""), ...(await readSheet(path)) })
    } catch (error) {
      if (!(error instanceof LoadFileError) || error.reason === "too-large") throw error
      failed ??= error
      problem(`The sheet ${name} could not be read: ${error.message}`)
    }
  }
  if (failed !== undefined && sheets.length === 0) throw failed
  return sheets

  async function readSheet(path: string): Promise<Omit<Sheet, "name" | "isHidden">> {
    const text = await partText(zip, path)
    if (text === undefined) throw new LoadFileError("damaged", "Its part is missing.")
    const figures = await figuresOf((await unlessDamaged(problem, () => relationsOf(zip, path))) ?? [])
    return { ...(await runStepsYielding(readRows(text, context), signal)), figures }
  }

  async function figuresOf(own: readonly Relation[]): Promise<readonly string[]> {
    if (own.some(({ type }) => type === "comments" || type === "threadedComment"))
      problem("Comments were left out.")
    const found: string[] = []
    for (const { path } of own.filter(({ type }) => type === "drawing")) {
      const texts = await unlessDamaged(problem, () => drawing(path))
      for (const text of texts ?? []) found.push(text)
    }
    return found
  }

  async function drawing(path: string): Promise<readonly string[]> {
    return drawingTexts(
      await partXml(zip, path),
      await figureTexts(zip, await relationsOf(zip, path), problem),
    )
  }

  async function stylesXml(): Promise<XmlElement | undefined> {
    const path = relations.find(({ type }) => type === "styles")?.path
    return path === undefined ? undefined : partXml(zip, path)
  }

  async function sharedStrings(): Promise<readonly string[]> {
    const path = relations.find(({ type }) => type === "sharedStrings")?.path
    const text = path === undefined ? undefined : await partText(zip, path)
    return text === undefined ? [] : runStepsYielding(readStrings(text), signal)
  }
}

function* readStrings(text: string) {
  const strings: string[] = []
  for (const item of xmlUnits(text, units)) {
    if (item.name === "si") strings.push(stringText(item))
    yield
  }
  return strings
}

function* readRows(text: string, context: RowContext) {
  const readRow = rowReader(context)
  const rows: SheetRow[] = []
  const merges: CellArea[] = []
  const hiddenColumns: { first: number; last: number }[] = []
  for (const { name, attributes, ...unit } of xmlUnits(text, units)) {
    if (name === "row") {
      const row = readRow({ name, attributes, ...unit })
      if (row.cells.length > 0) rows.push(row)
    } else if (name === "mergeCell") merges.push(...areaOf(attributes.ref ?? ""))
    else if (name === "col" && isOn(attributes.hidden)) {
      hiddenColumns.push({ first: Number(attributes.min) - 1, last: Number(attributes.max) - 1 })
    }
    yield
  }
  const isSorted = rows.every(({ index }, at) => at === 0 || rows[at - 1]!.index < index)
  return { rows: isSorted ? rows : rows.sort((a, b) => a.index - b.index), merges, hiddenColumns }
}

function areaOf(reference: string): readonly CellArea[] {
  const [from, to = from] = reference.split(":").map(cellPlace)
  if (from === undefined || to === undefined) return []
  return [{ top: from.row, left: from.column, bottom: to.row, right: to.column }]
}
