import { csvParser } from "./csv"
import { docxParser } from "./docx"
import type { FileFormat } from "./formats"
import { htmlParser } from "./html"
import { parseJson } from "./json"
import type { ParseFile } from "./kit/parse"
import { pdfParser } from "./pdf"
import { pptxParser } from "./pptx"
import { spreadsheetParser } from "./spreadsheet"
import { decodeText } from "./text/decode-text"

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
