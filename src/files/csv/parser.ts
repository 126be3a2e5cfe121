import { functionsOf } from "../kit/peer"

/** The parts of the parser that are called; nothing else of it is relied on. */
export interface CsvParser {
  parse(
    text: string,
    options: { skipEmptyLines: "greedy"; newline: string; delimiter?: string; quoteChar?: string },
  ): {
    readonly data: readonly (readonly string[])[]
    readonly errors: readonly { readonly code: string; readonly row?: number }[]
    readonly meta: { readonly delimiter: string }
  }
}

/** The package is part of the build, and loaded when the first table is read. */
export async function loadCsvParser(): Promise<CsvParser> {
  return functionsOf(await import("papaparse"))
}
