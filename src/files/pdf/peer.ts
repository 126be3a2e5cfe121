import { missingPeer } from "../../runtime/load-peer"
import { functionsOf } from "../kit/peer"

/** The parts of the optional parser that are called; nothing else of it is relied on. */
export interface PdfTextItem {
  readonly str?: string
  readonly dir?: string
  readonly width?: number
  readonly height?: number
  /** a, b, c, d, e, f of the text's matrix; e and f are where it starts. */
  readonly transform?: readonly number[]
}
/** A note, a field of a form, or anything else that lies on a page. */
export interface PdfAnnotation {
  readonly subtype?: string
  readonly annotationFlags?: number
  /** Left, bottom, right, top. */
  readonly rect?: readonly number[]
  readonly contentsObj?: { readonly str?: string }
  readonly fieldType?: string
  readonly fieldValue?: unknown
  readonly checkBox?: boolean
  readonly radioButton?: boolean
  readonly buttonValue?: string
  readonly exportValue?: string
  readonly password?: boolean
  readonly options?: readonly { readonly exportValue?: string; readonly displayValue?: string }[]
  readonly defaultAppearanceData?: { readonly fontSize?: number }
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
export interface PdfPage {
  /** Left, bottom, right, top of what is shown. */
  readonly view?: readonly number[]
  streamTextContent(): ReadableStream<{ readonly items: readonly PdfTextItem[] }>
  getAnnotations(): Promise<readonly PdfAnnotation[]>
  cleanup?(): void
}
export interface PdfDocument {
  readonly numPages: number
  getPage(page: number): Promise<PdfPage>
  destroy(): Promise<void> | void
}

/** @throws InvalidArgumentError that says what to install. */
export async function loadPdfParser(): Promise<PdfParser> {
  // Inside of `try`, where bundlers take an absent package for an optional one.
  try {
    return functionsOf(await import("unpdf"))
  } catch (cause) {
    throw missingPeer("unpdf", "1.7.0", cause)
  }
}
