import { missingPeer } from "../../runtime/load-peer"
import { functionsOf } from "../kit/peer"

/** The parts of the optional parser that are called; nothing else of it is relied on. */
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

/** @throws InvalidArgumentError that says what to install. */
export async function loadCsvParser(): Promise<CsvParser> {
  // Inside of `try`, where bundlers take an absent package for an optional one.
  try {
    return functionsOf(await import("papaparse"))
  } catch (cause) {
    throw missingPeer("papaparse", "5", cause)
  }
}
