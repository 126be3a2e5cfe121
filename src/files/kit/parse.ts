import type { JSONValue } from "../../contracts/json"

/** What a parser is given. */
export interface ParseRequest {
  readonly bytes: Uint8Array
  /** Of the file, without its folder. */
  readonly name: string
  /** How large the parts of a packed file may be together, in bytes. */
  readonly maxUnpackedBytes: number
  /** How long the text may become, in UTF-16 units; `textBudget` counts it. */
  readonly maxTextLength: number
  /** The encoding of text files, where the caller knows it. */
  readonly encoding?: string | undefined
  /** False where hidden sheets, rows, columns and slides are to be left out. */
  readonly includeHidden: boolean
  readonly signal: AbortSignal | undefined
}

/** What a parser makes of a file. */
export interface ParsedFile {
  readonly title?: string | undefined
  readonly text: string
  readonly metadata?: { readonly [key: string]: JSONValue } | undefined
  /** What of the file could not be read, a sentence each; told in `metadata.problems`. */
  readonly problems?: readonly string[] | undefined
}

/** Reads one file. @throws LoadFileError with a reason, or whatever its library threw, which counts as `damaged`. */
export type ParseFile = (request: ParseRequest) => Promise<ParsedFile>
