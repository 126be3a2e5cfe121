import { startsAsPage } from "../html"
import { LoadFileError } from "../kit/errors"
import type { FileFormat } from "../kit/format"
import type { ParsedFile, ParseRequest } from "../kit/parse"
import { type TextBudget, textBudget } from "../kit/text-budget"
import { holdsEncryptedPackage, holdsPart, isCompoundFile, openZip } from "../kit/zip"
import { readOlder } from "./older/read"
import { loadNumberFormatter, loadSpreadsheetParser, type NumberFormatter } from "./peer"
import type { Sheet } from "./sheet"
import { workbookText } from "./workbook"
import { readXlsx } from "./xlsx/read"

/**
 * A workbook as Markdown: each sheet's name is a heading, each block of rows between empty rows a table. Values are
 * as the sheet shows them, and numbers without a format at full precision.
 */
export const spreadsheet: FileFormat = {
  name: "spreadsheet",
  extensions: [".xlsx", ".xlsm", ".xltx", ".xltm"],
  sniff: (bytes) => holdsPart(bytes, xmlBook),
  loadParser: async () => {
    const formatter = await loadNumberFormatter()
    return (request) => parse(request, formatter)
  },
}

/** Workbooks of the formats before, and of other programs, which need one more package. */
export const olderSpreadsheet: FileFormat = {
  name: "spreadsheet",
  extensions: [".xls", ".xlsb"],
  sniff: (bytes) => holdsPart(bytes, binaryBook),
  loadParser: async () => {
    await loadSpreadsheetParser()
    return spreadsheet.loadParser()
  },
}

const xmlBook = /workbook\d*\.xml$/i
const binaryBook = /workbook\d*\.bin$/i

async function parse(request: ParseRequest, formatter: NumberFormatter): Promise<ParsedFile> {
  const problems = new Set<string>()
  const budget = textBudget(request.maxTextLength)
  const sheets = await readSheets(request, formatter, budget, (text) => problems.add(text))
  return { ...workbookText(sheets, request.includeHidden, budget), problems: [...problems] }
}

async function readSheets(
  { bytes, maxUnpackedBytes, signal }: ParseRequest,
  formatter: NumberFormatter,
  budget: TextBudget,
  problem: (text: string) => void,
): Promise<readonly Sheet[]> {
  if (holdsEncryptedPackage(bytes)) throw new LoadFileError("encrypted", "It needs a password.")
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  // The older parser takes the words of a page's cells for dates and figures of its own country.
  if (startsAsPage(bytes)) throw new LoadFileError("damaged", "It is a page, and no spreadsheet.")
  // The older parser reads anything as something; only what a spreadsheet can start with may reach it.
  if (!isZip && !isCompoundFile(bytes) && ![0x09, 0x3c, 0xef].includes(bytes[0] ?? 0)) {
    throw new LoadFileError("damaged", "It does not start as a spreadsheet does.")
  }
  const zip = isZip ? await openZip(bytes, maxUnpackedBytes, signal) : undefined
  if (zip?.names.some((name) => xmlBook.test(name))) return readXlsx(zip, formatter, budget, problem, signal)
  if (zip !== undefined && !zip.names.some((name) => binaryBook.test(name)))
    throw new LoadFileError("damaged", "It holds no workbook.")
  return readOlder(await loadSpreadsheetParser(), zip?.repacked() ?? bytes, formatter, budget)
}
