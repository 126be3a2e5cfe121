import { LoadFileError } from "../kit/errors"
import type { FileFormat } from "../kit/format"
import { latin1 } from "../kit/latin1"
import type { ParsedFile, ParseRequest } from "../kit/parse"
import { type CharacterMaps, characterMaps } from "./character-maps"
import { readPages } from "./document"
import { loadPdfParser, type PdfDocument, type PdfParser } from "./peer"

/**
 * Text of a PDF, page by page, put together by where its words stand: lines of a paragraph are one line, words that
 * a hyphen broke are whole, rows of a table are Markdown. `metadata.pages` says where each page is in the text.
 */
export const pdf: FileFormat = {
  name: "pdf",
  extensions: [".pdf"],
  sniff: startsAsPdf,
  loadParser: async () => {
    const parser = await loadPdfParser()
    return (request) => parse(request, parser)
  },
}

async function parse(request: ParseRequest, parser: PdfParser): Promise<ParsedFile> {
  if (!startsAsPdf(request.bytes)) throw new LoadFileError("damaged", "It does not start as a PDF does.")
  const raw = latin1(request.bytes)
  // The library makes the best of half a file; half a contract must not pass as a whole one.
  if (!raw.includes("%%EOF", raw.length - 65_536)) throw new LoadFileError("damaged", "Its end is missing.")
  const maps = characterMaps()
  const document = await open(parser, request.bytes, maps)
  try {
    const parsed = await readPages(document, request)
    if (maps.missing.size > 0) {
      const names = [...maps.missing].join(", ")
      throw new LoadFileError(
        "unsupported",
        `Its text needs the character maps ${names}; run \`npm install pdfjs-dist\`, which holds them.`,
      )
    }
    if (parsed.text === "" && /\/Subtype\s{0,9}\/Image\b/.test(raw)) {
      throw new LoadFileError("image-only", "Its pages are pictures; it needs text recognition first.")
    }
    return parsed
  } finally {
    await document.destroy()
  }
}

function startsAsPdf(bytes: Uint8Array): boolean {
  return latin1(bytes.subarray(0, 1024)).includes("%PDF-")
}

async function open(
  { getDocumentProxy }: PdfParser,
  bytes: Uint8Array,
  maps: CharacterMaps,
): Promise<PdfDocument> {
  try {
    // A copy, since the library takes the memory over.
    const options = { verbosity: 0, useWorkerFetch: false, BinaryDataFactory: maps.factory }
    return await getDocumentProxy(bytes.slice(), options)
  } catch (cause) {
    const isLocked = (cause as { name?: string } | undefined)?.name === "PasswordException"
    throw isLocked
      ? new LoadFileError("encrypted", "It needs a password.", { cause })
      : new LoadFileError("damaged", "It can't be read as a PDF.", { cause })
  }
}
