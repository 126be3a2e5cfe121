import type { JSONValue } from "../../contracts/json"

/** What a parser is given. */
export interface ParseRequest {
  readonly bytes: Uint8Array
  /** How large the parts of a packed file may be together, in bytes. */
  readonly maxUnpackedBytes: number
  readonly signal: AbortSignal | undefined
}

/** What a parser makes of a file. */
export interface ParsedFile {
  readonly title?: string | undefined
  readonly text: string
  readonly metadata?: { readonly [key: string]: JSONValue } | undefined
}

/** Reads one file. @throws LoadFileError with a reason, or whatever its library threw, which counts as `damaged`. */
export type ParseFile = (request: ParseRequest) => Promise<ParsedFile>
