import { decodeText } from "../kit/encoding/decode"
import type { FileFormat } from "../kit/format"
import type { ParseFile } from "../kit/parse"
import { loadHtmlReader } from "./reader"

/** A web page as Markdown, titled by its `title` element. */
export const html: FileFormat = {
  name: "html",
  extensions: [".html", ".htm", ".xhtml"],
  sniff: startsAsPage,
  loadParser,
}

/** True for what begins with a page's own tags, behind a byte order mark and an XML declaration. */
export function startsAsPage(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 500)).replaceAll("\0", "")
  return /^[^<]{0,20}(?:<\?xml[^>]{0,100}>\s{0,20})?<(?:!doctype html|html|head|body|table|meta)\b/i.test(
    head,
  )
}

/** The encoding in an XML declaration, or in a `meta` element. */
const declaration =
  /^\s*<\?xml[^>]{1,80}?\bencoding\s*=\s*["']([\w-]{1,40})|<meta[^>]{1,200}?charset\s*=\s*["']?([\w-]{1,40})/i

async function loadParser(): Promise<ParseFile> {
  const readHtml = await loadHtmlReader()
  return async ({ bytes, encoding, maxTextLength }) => {
    const head = String.fromCharCode(...bytes.subarray(0, 2048))
    const declared = declaration
      .exec(head)
      ?.slice(1)
      .find((name) => name !== undefined)
    const { text, metadata, problems } = await decodeText(bytes, { encoding, declared })
    return { ...readHtml(text, maxTextLength), metadata, problems }
  }
}
