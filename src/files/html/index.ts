import { decodeText } from "../kit/decode-text"
import type { FileFormat } from "../kit/format"
import type { ParseFile } from "../kit/parse"
import { loadHtmlReader } from "./reader"

/** A web page as Markdown, titled by its `title` element. */
export const html: FileFormat = { name: "html", extensions: [".html", ".htm", ".xhtml"], loadParser }

async function loadParser(): Promise<ParseFile> {
  const readHtml = await loadHtmlReader()
  return async ({ bytes, maxTextLength }) => {
    const head = String.fromCharCode(...bytes.subarray(0, 2048))
    const declared = /<meta[^>]{1,200}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1]
    return readHtml(decodeText(bytes, declared), maxTextLength)
  }
}
