import { InvalidArgumentError } from "../errors"
import { checkKnownOptions } from "../runtime/check/options"
import type { LoadFailure } from "./kit/errors"
import type { ParseFile } from "./kit/parse"
import type { DocumentIdOption } from "./listing/document-ids"
import { globMatcher } from "./listing/glob"

export interface LoadOptions {
  /** Patterns of files inside folders to take; default: all. `*.pdf` at any depth, `contracts/**` by path. */
  readonly include?: string | readonly string[] | undefined
  /** Patterns of files inside folders to leave out, stronger than `include`. */
  readonly exclude?: string | readonly string[] | undefined
  /**
   * How ids are made. Default: `path`, from the working folder, or absolute outside of it: files of one name from
   * different folders stay apart, however they are loaded. `relativePath` is from the given folder; a function gives
   * ids of one's own.
   */
  readonly documentId?: DocumentIdOption | undefined
  /** Called for each path that gave no document, in order. What it throws ends the load. */
  readonly onError?: ((failure: LoadFailure) => void) | undefined
  /** Default: 52,428,800 (50 MiB). A packed file may unpack to four times that; a text may have as many characters. */
  readonly maxFileBytes?: number | undefined
  /** Parsers of one's own by ending, for example `{ ".msg": parse }`; they come before the ones that are here. */
  readonly parsers?: { readonly [extension: string]: ParseFile } | undefined
  /** Encoding of text files, as the Encoding Standard names it (`shift_jis`); default: found out file by file. */
  readonly encoding?: string | undefined
  /** False leaves out hidden sheets, rows, columns and slides. Default: true; metadata says which they are. */
  readonly includeHidden?: boolean | undefined
  /** How long reading one file may take, in milliseconds. Default: 60,000. */
  readonly parseTimeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** What a load goes by, every default filled in. */
export interface ResolvedLoadOptions {
  readonly selects: (relativePath: string) => boolean
  readonly documentId: DocumentIdOption
  readonly onError: ((failure: LoadFailure) => void) | undefined
  readonly maxFileBytes: number
  readonly parsers: { readonly [extension: string]: ParseFile }
  readonly encoding: string | undefined
  readonly includeHidden: boolean
  readonly parseTimeoutMs: number
  readonly signal: AbortSignal | undefined
}

const keys: { readonly [key in keyof Required<LoadOptions>]: true } = {
  include: true,
  exclude: true,
  documentId: true,
  onError: true,
  maxFileBytes: true,
  parsers: true,
  encoding: true,
  includeHidden: true,
  parseTimeoutMs: true,
  signal: true,
}

/** @throws InvalidArgumentError that names the option and its value. */
export function resolveLoadOptions(options: LoadOptions): ResolvedLoadOptions {
  checkKnownOptions(options, Object.keys(keys), "options")
  const {
    documentId = "path",
    onError,
    maxFileBytes = 52_428_800,
    parsers = {},
    encoding,
    includeHidden = true,
    parseTimeoutMs = 60_000,
    signal,
  } = options
  const include = options.include === undefined ? () => true : globMatcher(listOf("include", options.include))
  const exclude = globMatcher(listOf("exclude", options.exclude ?? []))
  const isId = documentId === "path" || documentId === "relativePath" || typeof documentId === "function"
  expect(isId, "documentId", documentId, '"path", "relativePath" or a function')
  expect(onError === undefined || typeof onError === "function", "onError", onError, "a function")
  expect(
    Number.isSafeInteger(maxFileBytes) && maxFileBytes > 0,
    "maxFileBytes",
    maxFileBytes,
    "a positive integer",
  )
  expect(
    typeof parsers === "object" && parsers !== null,
    "parsers",
    parsers,
    "an object of functions by ending",
  )
  for (const [extension, parse] of Object.entries(parsers)) {
    const name = `parsers[${JSON.stringify(extension)}]`
    expect(/^\.[^./\\]+$/.test(extension), name, extension, 'under an ending such as ".msg"')
    expect(typeof parse === "function", name, parse, "a function")
  }
  expect(encoding === undefined || isEncoding(encoding), "encoding", encoding, "the name of an encoding")
  expect(typeof includeHidden === "boolean", "includeHidden", includeHidden, "a boolean")
  const isTime = Number.isSafeInteger(parseTimeoutMs) && parseTimeoutMs > 0 && parseTimeoutMs < 2 ** 31
  expect(isTime, "parseTimeoutMs", parseTimeoutMs, "a positive integer below 2^31")
  expect(signal === undefined || signal instanceof AbortSignal, "signal", signal, "an AbortSignal")
  const selects = (path: string) => include(path) && !exclude(path)
  return {
    selects,
    documentId,
    onError,
    maxFileBytes,
    parsers,
    encoding,
    includeHidden,
    parseTimeoutMs,
    signal,
  }
}

/** @throws InvalidArgumentError */
export function listOf(argument: string, value: string | readonly string[]): readonly string[] {
  const list = typeof value === "string" ? [value] : value
  const isList = Array.isArray(list) && list.every((item) => typeof item === "string" && item !== "")
  expect(isList, argument, value, "a string or an array of strings, none of them empty")
  return list
}

function isEncoding(name: unknown): boolean {
  try {
    return typeof name === "string" && new TextDecoder(name) !== undefined
  } catch {
    return false
  }
}

function expect(holds: boolean, argument: string, value: unknown, expected: string): asserts holds {
  if (!holds) throw new InvalidArgumentError(argument, value, expected)
}
