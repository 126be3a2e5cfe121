import { missingPeer } from "../../runtime/load-peer"

export interface WrittenCell {
  readonly t: "s" | "n" | "b"
  readonly v: string | number | boolean
  /** Number format. */
  readonly z?: string
}

/** The part of the optional package that is called; nothing else of it is relied on. */
export interface SpreadsheetWriter {
  write(
    workbook: {
      readonly SheetNames: readonly string[]
      readonly Sheets: {
        readonly [name: string]: {
          readonly "!ref": string
          readonly "!data": readonly (readonly (WrittenCell | undefined)[])[]
        }
      }
    },
    options: { type: "array"; bookType: "xlsx"; compression: boolean },
  ): ArrayBuffer
}

/** @throws InvalidArgumentError that says what to install */
export async function loadSpreadsheetWriter(): Promise<SpreadsheetWriter> {
  // Inside of `try`, where bundlers take an absent package for an optional one.
  try {
    const loaded = (await import("@e965/xlsx")) as { readonly default?: unknown }
    // A package of CommonJS has its functions on `default`, where no bundler put them at the top.
    return (typeof loaded.default === "object" ? loaded.default : loaded) as unknown as SpreadsheetWriter
  } catch (cause) {
    throw missingPeer("@e965/xlsx", "0.20", cause)
  }
}
