/// <reference types="node" />
import { fs } from "../kit/node"
import type { PdfDataFactory } from "./peer"

/** Gives the PDF library the tables of older Chinese, Japanese and Korean encodings, and keeps what was missing. */
export interface CharacterMaps {
  readonly factory: PdfDataFactory
  /** Names of tables that a PDF asked for in vain: the text set in them is lost. */
  readonly missing: ReadonlySet<string>
}

/**
 * The tables come with the package `pdfjs-dist`, which is thirty times as large as the reader itself, so it is not
 * asked for until a PDF needs one. Where it is installed the reader finds it and says so in `cMapUrl`.
 */
export function characterMaps(): CharacterMaps {
  const missing = new Set<string>()
  // The library calls this with `new`, which hands back the object.
  function factory({ cMapUrl }: { readonly cMapUrl?: string | null }) {
    return { fetch: (request: { kind: string; filename: string }) => load(cMapUrl, request) }
  }
  return { factory: factory as unknown as PdfDataFactory, missing }

  async function load(
    folder: string | null | undefined,
    { kind, filename }: { kind: string; filename: string },
  ) {
    if (kind !== "cMapUrl") throw new Error("Fonts and decoders are not needed for text.")
    try {
      if (!folder || !/^[\w-]+(\.bcmap)?$/.test(filename)) throw new Error("No character maps are installed.")
      return new Uint8Array(await fs.readFile(new URL(filename, folder)))
    } catch (error) {
      missing.add(filename.replace(".bcmap", ""))
      throw error
    }
  }
}
