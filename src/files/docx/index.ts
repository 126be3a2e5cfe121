/// <reference types="node" />
import { loadHtmlReader } from "../html/reader"
import type { FileFormat } from "../kit/format"
import type { ParseFile } from "../kit/parse"
import { openZip, refuseCompoundFile, refusePicturesAlone } from "../kit/zip"
import { loadDocxParser } from "./peer"

const styleMap = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"]

/** A Word document as Markdown, foot and end notes last. Headers, footers, comments and pictures are left out. */
export const docx: FileFormat = { name: "docx", extensions: [".docx"], loadParser }

async function loadParser(): Promise<ParseFile> {
  const readHtml = await loadHtmlReader()
  const { convertToHtml, images } = await loadDocxParser()
  const convertImage = images.imgElement(async () => ({ src: "" }))
  return async ({ bytes, maxUnpackedBytes, maxTextLength, signal }) => {
    refuseCompoundFile(bytes)
    const zip = await openZip(bytes, maxUnpackedBytes, signal)
    const { value } = await convertToHtml({ buffer: Buffer.from(bytes) }, { styleMap, convertImage })
    const { text } = readHtml(value, maxTextLength)
    refusePicturesAlone(text, zip)
    return { text }
  }
}
