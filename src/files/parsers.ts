import { csvParser } from "./csv"
import { decodeText } from "./decode-text"
import { docxParser } from "./docx"
import { htmlParser } from "./html"
import { parseJson } from "./json"
import type { FileFormat } from "./kinds"
import type { ParseFile } from "./parse"
import { pdfParser } from "./pdf"
import { pptxParser } from "./pptx"
import { spreadsheetParser } from "./spreadsheet"

const parseText: ParseFile = async ({ bytes }) => ({ text: decodeText(bytes) })

/**
 * The parser of a format, with its optional packages loaded.
 *
 * @throws InvalidArgumentError that says what to install.
 */
export async function parserOf(format: FileFormat): Promise<ParseFile> {
  switch (format) {
    case "text":
    case "markdown":
      return parseText
    case "json":
      return parseJson
    case "html":
      return htmlParser()
    case "pdf":
      return pdfParser()
    case "docx":
      return docxParser()
    case "pptx":
      return pptxParser()
    case "spreadsheet":
      return spreadsheetParser()
    case "csv":
      return csvParser()
  }
}
