import { decodeText } from "./decode-text"
import { findElement, htmlToMarkdown, plainText } from "./html-markdown"
import type { ParseFile } from "./parse"
import { loadMarkupParser } from "./peers"

/** A web page as Markdown, titled by its `title` element. */
export async function htmlParser(): Promise<ParseFile> {
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
