import type { ReadHtml } from "../html/reader"
import { LoadFileError } from "../kit/errors"
import type { ParsedFile, ParseRequest } from "../kit/parse"
import { textBudget } from "../kit/text-budget"
import type { Zip } from "../kit/zip"
import { partXml, unlessDamaged } from "../office/parts"
import { workbookText } from "../spreadsheet/workbook"
import { childrenOf, findElement, type XmlElement } from "../xml"
import { looksOf } from "./looks"
import { marginsOf, mastersOf } from "./margins"
import { objectsOf } from "./objects"
import { type PageContext, pageWriter } from "./page"
import { sheetOf } from "./sheets"
import { readSlides } from "./slides"

/** A text with headers first and footers last, the sheets of a workbook, or the slides of a presentation. */
export async function readOpenDocument(
  zip: Zip,
  readHtml: ReadHtml,
  request: ParseRequest,
): Promise<ParsedFile> {
  const problems = new Set<string>()
  const problem = (text: string) => void problems.add(text)
  const content = await partXml(zip, "content.xml")
  const styles = zip.names.includes("styles.xml")
    ? await unlessDamaged(problem, () => partXml(zip, "styles.xml"))
    : undefined
  const [body] = childrenOf(findElement(content, "office:body"))
  if (body === undefined) throw new LoadFileError("damaged", "It holds no OpenDocument.")
  const context: PageContext = {
    looks: looksOf(styles === undefined ? [content] : [styles, content]),
    objects: await objectsOf(zip, problem),
    // Of the HTML on the way; the text has its own.
    budget: textBudget(2 * request.maxTextLength),
    problem,
  }
  return { ...parsed(), problems: [...problems] }

  function parsed(): ParsedFile {
    if (body!.name === "office:spreadsheet") return readSheets(body!, context, readHtml, request)
    if (body!.name === "office:presentation" || body!.name === "office:drawing")
      return readSlides(body!, mastersOf(styles), context, readHtml, request)
    const { headers, footers } = marginsOf(styles, content)
    const page = pageWriter(context)([...headers, body!, ...footers])
    return { text: readHtml(page, request.maxTextLength).text }
  }
}

function readSheets(
  book: XmlElement,
  context: PageContext,
  readHtml: ReadHtml,
  { includeHidden, maxTextLength }: ParseRequest,
): ParsedFile {
  const write = pageWriter(context)
  const sheets = childrenOf(book, "table:table").map((table) => {
    const shapes = readHtml(write(childrenOf(table, "table:shapes")), maxTextLength).text
    return sheetOf(table, context, shapes === "" ? [] : [shapes])
  })
  return workbookText(sheets, includeHidden, textBudget(maxTextLength))
}
