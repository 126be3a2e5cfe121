import { missingPeer } from "../../runtime/load-peer"
import { functionsOf } from "../kit/peer"

/** The parts of the optional formatter that are called; nothing else of it is relied on. */
export interface NumberFormatter {
  format(pattern: string, value: unknown, options: { readonly throws: boolean }): string
  isDateFormat(pattern: string): boolean
}

/** @throws InvalidArgumentError that says what to install. */
export async function loadNumberFormatter(): Promise<NumberFormatter> {
  // Inside of `try`, where bundlers take an absent package for an optional one.
  try {
    return await import("numfmt")
  } catch (cause) {
    throw missingPeer("numfmt", "3", cause)
  }
}

/** The parts of the optional parser that are called; nothing else of it is relied on. */
export interface OlderCell {
  readonly t: string
  readonly v?: unknown
  /** As displayed. */
  readonly w?: string
  /** Number format. */
  readonly z?: string | number
  /** Formula. */
  readonly f?: string
}
interface CellRange {
  readonly s: { readonly r: number; readonly c: number }
  readonly e: { readonly r: number; readonly c: number }
}
export interface OlderSheet {
  readonly "!data"?: readonly (readonly (OlderCell | undefined)[] | undefined)[]
  readonly "!merges"?: readonly CellRange[]
  readonly "!rows"?: readonly ({ readonly hidden?: boolean } | undefined)[]
  readonly "!cols"?: readonly ({ readonly hidden?: boolean } | undefined)[]
}
export interface OlderWorkbook {
  readonly SheetNames: readonly string[]
  readonly Sheets: { readonly [name: string]: OlderSheet }
  readonly Workbook?: {
    readonly Sheets?: readonly ({ readonly Hidden?: number } | undefined)[]
    readonly WBProps?: { readonly date1904?: boolean }
  }
}
export interface SpreadsheetParser {
  read(
    bytes: Uint8Array,
    options: { type: "array"; dense: true; cellHTML: false; cellNF: true; cellStyles: true; dateNF: string },
  ): OlderWorkbook
}

/** @throws InvalidArgumentError that says what to install. */
export async function loadSpreadsheetParser(): Promise<SpreadsheetParser> {
  try {
    const parser = functionsOf<SpreadsheetParser & { set_cptable?(tables: unknown): void }>(
      await import("@e965/xlsx"),
    )
    // The build of modules comes without the tables of older encodings.
    parser.set_cptable?.(await import("@e965/xlsx/dist/cpexcel.full.mjs"))
    return parser
  } catch (cause) {
    throw missingPeer("@e965/xlsx", "0.20", cause)
  }
}
