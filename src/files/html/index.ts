import { decodeText } from "../kit/decode-text"
import type { FileFormat } from "../kit/format"
import { loadMarkupParser } from "../kit/markup"
import type { ParseFile } from "../kit/parse"
import { findElement, htmlToMarkdown, plainText } from "./markdown"

/** A web page as Markdown, titled by its `title` element. */
export const html: FileFormat = { name: "html", extensions: [".html", ".htm"], loadParser }

async function loadParser(): Promise<ParseFile> {
  const { parseDocument } = await loadMarkupParser()
  return async ({ bytes }) => {
    const head = String.fromCharCode(...bytes.subarray(0, 2048))
    const declared = /<meta[^>]{1,200}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1]
    const tree = parseDocument(decodeText(bytes, declared))
    const title = findElement(tree, "title")
    return {
      title: (title === undefined ? "" : plainText(title)) || undefined,
      text: htmlToMarkdown(tree),
    }
  }
}
