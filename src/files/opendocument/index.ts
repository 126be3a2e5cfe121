import { loadHtmlReader } from "../html/reader"
import type { FileFormat } from "../kit/format"
import type { ParseFile } from "../kit/parse"
import { textBudget } from "../kit/text-budget"
import { openZip, refusePicturesAlone } from "../kit/zip"
import { partXml } from "../office/parts"
import { findElement } from "../xml"
import { looksOf } from "./looks"
import { pageOf } from "./page"

/** A text, workbook or presentation of OpenDocument as Markdown, read by way of HTML. */
export const opendocument: FileFormat = {
  name: "opendocument",
  extensions: [".odt", ".ods", ".odp"],
  loadParser,
}

async function loadParser(): Promise<ParseFile> {
  const readHtml = await loadHtmlReader()
  return async ({ bytes, maxUnpackedBytes, maxTextLength, signal }) => {
    const zip = await openZip(bytes, maxUnpackedBytes, signal)
    const content = await partXml(zip, "content.xml")
    const body = findElement(content, "office:body")
    const page = body === undefined ? "" : pageOf(body, looksOf(content), textBudget(2 * maxTextLength))
    const { text } = readHtml(page, maxTextLength)
    refusePicturesAlone(text, zip)
    return { text }
  }
}
