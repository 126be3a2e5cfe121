import type { FileFormat } from "../kit/format"
import type { ParseFile } from "../kit/parse"
import { holdsPart, openZip, refuseCompoundFile, refusePicturesAlone } from "../kit/zip"
import { readDocx } from "./read"

/** A Word document as Markdown: headers once, the text, footers once, foot and end notes last. */
export const docx: FileFormat = {
  name: "docx",
  extensions: [".docx", ".docm", ".dotx", ".dotm"],
  sniff: (bytes) => holdsPart(bytes, /^word\/document\d*\.xml$/i),
  loadParser: async () => parse,
}

const parse: ParseFile = async (request) => {
  refuseCompoundFile(request.bytes)
  const zip = await openZip(request.bytes, request.maxUnpackedBytes, request.signal)
  const parsed = await readDocx(zip, request)
  refusePicturesAlone(parsed.text, zip)
  return parsed
}
