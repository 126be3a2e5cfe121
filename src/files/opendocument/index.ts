import { loadHtmlReader } from "../html/reader"
import { LoadFileError } from "../kit/errors"
import type { FileFormat } from "../kit/format"
import type { ParseFile } from "../kit/parse"
import { holdsPart, openZip, refusePicturesAlone, type Zip } from "../kit/zip"
import { partText, unlessDamaged } from "../office/parts"
import { readOpenDocument } from "./document"

/** A text, workbook or presentation of OpenDocument as Markdown, read by way of HTML. */
export const opendocument: FileFormat = {
  name: "opendocument",
  extensions: [".odt", ".ods", ".odp"],
  sniff: (bytes) => holdsPart(bytes, /^content\.xml$/),
  loadParser,
}

async function loadParser(): Promise<ParseFile> {
  const readHtml = await loadHtmlReader()
  return async (request) => {
    const zip = await openZip(request.bytes, request.maxUnpackedBytes, request.signal)
    if (await isEncrypted(zip)) throw new LoadFileError("encrypted", "It needs a password.")
    const parsed = await readOpenDocument(zip, readHtml, request)
    refusePicturesAlone(parsed.text, zip)
    return parsed
  }
}

/** The list of parts says how each was encrypted; newer writers encrypt the whole package as one part. */
async function isEncrypted(zip: Zip): Promise<boolean> {
  if (zip.names.includes("encrypted-package")) return true
  const manifest = await unlessDamaged(
    () => {},
    () => partText(zip, "META-INF/manifest.xml"),
  )
  return manifest?.includes("encryption-data") === true
}
