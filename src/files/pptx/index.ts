import type { FileFormat } from "../kit/format"
import type { ParseFile } from "../kit/parse"
import { holdsPart, openZip, refuseCompoundFile, refusePicturesAlone } from "../kit/zip"
import { readDeck } from "./deck"

/** Slides in the order of the show as Markdown, with their tables and notes; a page of the metadata is a slide. */
export const pptx: FileFormat = {
  name: "pptx",
  extensions: [".pptx", ".pptm", ".ppsx", ".potx"],
  sniff: (bytes) => holdsPart(bytes, /^ppt\/presentation\.xml$/i),
  loadParser: async () => parse,
}

const parse: ParseFile = async (request) => {
  refuseCompoundFile(request.bytes)
  const zip = await openZip(request.bytes, request.maxUnpackedBytes, request.signal)
  const parsed = await readDeck(zip, request)
  refusePicturesAlone(parsed.text, zip)
  return parsed
}
