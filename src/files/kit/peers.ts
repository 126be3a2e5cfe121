import { loadPeer } from "../../runtime/load-peer"

/** The parts of the optional parsers that are called; nothing else of them is relied on. */
export interface MarkupNode {
  readonly type: string
  readonly name?: string
  readonly data?: string
  readonly attribs?: { readonly [name: string]: string }
  readonly children?: readonly MarkupNode[]
}
export interface MarkupParser {
  parseDocument(markup: string, options?: { xmlMode?: boolean }): MarkupNode
}

export interface PdfTextItem {
  readonly str?: string
  readonly width?: number
  readonly height?: number
  /** a, b, c, d, e, f of the text's matrix; e and f are where it starts. */
  readonly transform?: readonly number[]
}
/** A constructor of the object that fetches the library's own data files. */
export type PdfDataFactory = new (urls: {
  readonly cMapUrl?: string | null
}) => { fetch(request: { kind: string; filename: string }): Promise<Uint8Array> }
export interface PdfParser {
  getDocumentProxy(
    data: Uint8Array,
    options: { verbosity: number; useWorkerFetch: boolean; BinaryDataFactory: PdfDataFactory },
  ): Promise<PdfDocument>
}
export interface PdfDocument {
  readonly numPages: number
  getPage(
    page: number,
  ): Promise<{ getTextContent(): Promise<{ items: readonly PdfTextItem[] }>; cleanup?(): void }>
  destroy(): Promise<void> | void
}

export interface DocxParser {
  convertToHtml(
    input: { buffer: Uint8Array },
    options: { styleMap: string[]; convertImage: unknown },
  ): Promise<{ value: string }>
  images: { imgElement(read: () => Promise<{ src: string }>): unknown }
}

export interface Cell {
  readonly t: string
  readonly v?: unknown
  /** As displayed. */
  readonly w?: string
  /** Number format. */
  readonly z?: string | number
}
export interface Sheet {
  readonly "!data"?: readonly (readonly (Cell | undefined)[] | undefined)[]
}
export interface SpreadsheetParser {
  read(
    bytes: Uint8Array,
    options: {
      type: "array"
      dense: true
      cellFormula: false
      cellHTML: false
      cellNF: true
      dateNF: string
    },
  ): { readonly SheetNames: readonly string[]; readonly Sheets: { readonly [name: string]: Sheet } }
}

export interface CsvParser {
  parse(text: string, options: { skipEmptyLines: "greedy"; delimiter?: string }): { data: string[][] }
}

export const loadMarkupParser = (): Promise<MarkupParser> =>
  load("htmlparser2", "12", () => import("htmlparser2"))
export const loadPdfParser = (): Promise<PdfParser> => load("unpdf", "1.7.0", () => import("unpdf"))
export const loadDocxParser = (): Promise<DocxParser> => load("mammoth", "1", () => import("mammoth"))
export const loadSpreadsheetParser = (): Promise<SpreadsheetParser> =>
  load("@e965/xlsx", "0.20", () => import("@e965/xlsx"))
export const loadCsvParser = (): Promise<CsvParser> => load("papaparse", "5", () => import("papaparse"))

async function load<T>(packageName: string, range: string, importIt: () => Promise<unknown>): Promise<T> {
  const loaded = (await loadPeer(packageName, range, importIt)) as { default?: unknown }
  // A CommonJS package has its functions on `default`; a bundler may have put them at the top.
  return (typeof loaded.default === "object" && loaded.default !== null ? loaded.default : loaded) as T
}
