import { InvalidArgumentError } from "../errors"
import { type Check, type Checks, checkOptions, isRecord, optional } from "../runtime/check/options"
import { abortSignal, callable, integerFrom, oneOf, valueThat, yesOrNo } from "../runtime/check/values"
import type { LoadFailure } from "./kit/errors"
import type { ParseFile } from "./kit/parse"
import type { DocumentIdOption } from "./listing/document-ids"
import { globMatcher } from "./listing/glob"

/** Which files are read, what their ids are, and within what limits. */
export interface LoadOptions {
  /** Patterns of files inside folders to take: `*.pdf` at any depth, `contracts/**` by path. @default all */
  readonly include?: string | readonly string[] | undefined
  /** Patterns of files inside folders to leave out, stronger than `include`. */
  readonly exclude?: string | readonly string[] | undefined
  /**
   * How ids are made. `path` is from the working folder, or absolute outside of it: files of one name from different
   * folders stay apart, however they are loaded. `relativePath` is from the given folder; a function gives ids of one's
   * own. @default path
   */
  readonly documentId?: DocumentIdOption | undefined
  /** Called for each path that gave no document, in order. What it throws ends the load. */
  readonly onError?: ((failure: LoadFailure) => void) | undefined
  /** Called once, before the first document, with the number of files that will be read. */
  readonly onListed?: ((fileCount: number) => void) | undefined
  /**
   * What becomes of files whose package is not installed: `throw` ends the load before the first document; `report`
   * tells each to `onError` as `uninstalled`, and the others are read. @default throw
   */
  readonly missingPackages?: "throw" | "report" | undefined
  /** A packed file may unpack to four times this; a text may have as many characters. @default 52_428_800 (50 MiB) */
  readonly maxFileBytes?: number | undefined
  /** Parsers of one's own by ending, for example `{ ".msg": parse }`; they come before the ones that are here. */
  readonly parsers?: { readonly [extension: string]: ParseFile } | undefined
  /** Encoding of text files, as the Encoding Standard names it (`shift_jis`). @default found out file by file */
  readonly encoding?: string | undefined
  /** False leaves out hidden sheets, rows, columns and slides; metadata says which they are. @default true */
  readonly includeHidden?: boolean | undefined
  /** How long reading one file may take, in milliseconds. @default 60_000 */
  readonly parseTimeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** What a load goes by, every default filled in. */
export interface ResolvedLoadOptions {
  readonly selects: (relativePath: string) => boolean
  readonly documentId: DocumentIdOption
  readonly onError: ((failure: LoadFailure) => void) | undefined
  readonly onListed: ((fileCount: number) => void) | undefined
  readonly missingPackages: "throw" | "report"
  readonly maxFileBytes: number
  readonly parsers: { readonly [extension: string]: ParseFile }
  readonly encoding: string | undefined
  readonly includeHidden: boolean
  readonly parseTimeoutMs: number
  readonly signal: AbortSignal | undefined
}

type CheckedOptions = Omit<ResolvedLoadOptions, "selects"> & {
  readonly include: (relativePath: string) => boolean
  readonly exclude: (relativePath: string) => boolean
}

/** One or several patterns, none of them empty. */
const patterns: Check<readonly string[]> = (value, path) => {
  const list: unknown = typeof value === "string" ? [value] : value
  const isList = Array.isArray(list) && list.every((item) => typeof item === "string" && item !== "")
  if (!isList)
    throw new InvalidArgumentError(path, value, "a string or an array of strings, none of them empty")
  return list
}

/** Patterns, and what takes a path by them. */
const glob =
  (unless: boolean): Check<(relativePath: string) => boolean> =>
  (value, path) =>
    value === undefined ? () => unless : globMatcher(path, patterns(value, path))

const parsersOption: Check<ResolvedLoadOptions["parsers"]> = (value, path) => {
  if (!isRecord(value)) throw new InvalidArgumentError(path, value, "an object of functions by ending")
  for (const [extension, parse] of Object.entries(value)) {
    const name = `${path}[${JSON.stringify(extension)}]`
    if (!/^\.[^./\\]+$/.test(extension))
      throw new InvalidArgumentError(name, extension, 'under an ending such as ".msg"')
    callable<ParseFile>()(parse, name)
  }
  return value as ResolvedLoadOptions["parsers"]
}

const optionChecks: Checks<CheckedOptions> = {
  include: glob(true),
  exclude: glob(false),
  documentId: optional(
    valueThat<DocumentIdOption>(
      '"path", "relativePath" or a function',
      (value) => value === "path" || value === "relativePath" || typeof value === "function",
    ),
    "path",
  ),
  onError: optional(callable<(failure: LoadFailure) => void>()),
  onListed: optional(callable<(fileCount: number) => void>()),
  missingPackages: optional(oneOf<"throw" | "report">("throw", "report"), "throw"),
  maxFileBytes: optional(integerFrom(1), 52_428_800),
  parsers: optional(parsersOption, {}),
  encoding: optional(valueThat<string>("the name of an encoding", isEncoding)),
  includeHidden: optional(yesOrNo, true),
  parseTimeoutMs: optional(
    valueThat<number>(
      "a positive integer below 2^31",
      (value) => Number.isSafeInteger(value) && (value as number) > 0 && (value as number) < 2 ** 31,
    ),
    60_000,
  ),
  signal: optional(abortSignal),
}

/** @throws InvalidArgumentError that names the option and its value. */
export function resolveLoadOptions(options: LoadOptions): ResolvedLoadOptions {
  const { include, exclude, ...rest } = checkOptions(options, optionChecks, "options")
  return { ...rest, selects: (path) => include(path) && !exclude(path) }
}

function isEncoding(name: unknown): boolean {
  try {
    return typeof name === "string" && new TextDecoder(name) !== undefined
  } catch {
    return false
  }
}
