import { loadHtmlReader } from "../html/reader"
import { LoadFileError } from "../kit/errors"
import type { FileFormat } from "../kit/format"
import { latin1 } from "../kit/latin1"
import type { ParseFile } from "../kit/parse"
import { textBudget } from "../kit/text-budget"
import { rtfPage } from "./page"

/** Rich Text Format as Markdown, read by way of HTML: headers once, the text, footers once, notes last. */
export const rtf: FileFormat = {
  name: "rtf",
  extensions: [".rtf"],
  sniff: (bytes) => startsAsRtf(bytes),
  loadParser,
}

async function loadParser(): Promise<ParseFile> {
  const readHtml = await loadHtmlReader()
  return async ({ bytes, maxTextLength }) => {
    if (!startsAsRtf(bytes)) throw new LoadFileError("damaged", "It does not start as an RTF file does.")
    const problems = new Set<string>()
    const page = rtfPage(latin1(bytes), textBudget(2 * maxTextLength), (problem) => problems.add(problem))
    return { text: readHtml(page, maxTextLength).text, problems: [...problems] }
  }
}

const startsAsRtf = (bytes: Uint8Array): boolean => String.fromCharCode(...bytes.subarray(0, 5)) === "{\\rtf"
