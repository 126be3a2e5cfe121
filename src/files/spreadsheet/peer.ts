import { missingPeer } from "../../runtime/load-peer"
import { functionsOf } from "../kit/peer"

/** The parts of the optional parser that are called; nothing else of it is relied on. */
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

/** @throws InvalidArgumentError that says what to install. */
export async function loadSpreadsheetParser(): Promise<SpreadsheetParser> {
  // Inside of `try`, where bundlers take an absent package for an optional one.
  try {
    return functionsOf(await import("@e965/xlsx"))
  } catch (cause) {
    throw missingPeer("@e965/xlsx", "0.20", cause)
  }
}
