import type { SourceDocument } from "../contracts/document"
import { InvalidArgumentError, SpdRagError } from "../errors"
import { raceAbort } from "../runtime/abort"
import { type FileFormat, formatOf } from "./formats"
import { LoadDocumentsError, type LoadFailure, LoadFileError } from "./kit/errors"
import type { ParseFile } from "./kit/parse"
import { documentIds } from "./listing/document-ids"
import { globMatcher } from "./listing/glob"
import { type FoundFile, listFiles } from "./listing/list-files"
import { readBytes } from "./listing/read-bytes"
import { parserOf } from "./parsers"

export interface LoadOptions {
  /** Patterns of files inside folders to take; default: all. `*.pdf` at any depth, `contracts/**` by path. */
  readonly include?: string | readonly string[] | undefined
  /** Patterns of files inside folders to leave out, stronger than `include`. */
  readonly exclude?: string | readonly string[] | undefined
  /** Called for each path that gave no document, in order. What it throws ends the load. */
  readonly onError?: ((failure: LoadFailure) => void) | undefined
  /** Default: 52,428,800 (50 MiB). A packed file may unpack to four times that. */
  readonly maxFileBytes?: number | undefined
  readonly signal?: AbortSignal | undefined
}

const defaultMaxFileBytes = 52_428_800

/**
 * Reads files and folders, one after the other, as documents: txt, md, html, pdf, docx, pptx, xlsx, xls, csv, tsv,
 * json. Ids are paths relative to the given folder; the order is that of the paths, and by name within a folder.
 *
 * A file that can't be read never stops the others. Without `onError` the failures are thrown together at the end.
 * Files of other kinds inside a folder are told to `onError` only.
 *
 * @throws LoadDocumentsError after the last document, where files failed and no `onError` was given.
 * @throws InvalidArgumentError before the first document, where the package that reads a kind is not installed.
 */
export async function* loadDocuments(
  paths: string | readonly string[],
  options: LoadOptions = {},
): AsyncGenerator<SourceDocument, void, void> {
  const { signal, onError } = options
  const maxFileBytes = options.maxFileBytes ?? defaultMaxFileBytes
  if (!(maxFileBytes > 0)) throw new InvalidArgumentError("maxFileBytes", maxFileBytes, "a positive number")
  const given = listOf("paths", paths)
  const include = options.include === undefined ? () => true : globMatcher(listOf("include", options.include))
  const exclude = globMatcher(listOf("exclude", options.exclude ?? []))
  signal?.throwIfAborted()
  const failures: LoadFailure[] = []
  let loaded = 0

  const listing = await listFiles(given, (path) => include(path) && !exclude(path), signal)
  for (const { path, relativePath, error } of listing.failures) fail(path, relativePath, error)
  const parsers = await parsersOf(listing.files)
  const ids = documentIds(listing.files)
  for (const [index, file] of listing.files.entries()) {
    signal?.throwIfAborted()
    const document = await load(file, ids[index]!)
    if (document === undefined) continue
    loaded++
    yield document
  }
  if (onError === undefined && failures.length > 0) throw new LoadDocumentsError({ loaded, failures })

  async function load(file: FoundFile, id: string): Promise<SourceDocument | undefined> {
    const format = formatOf(file.path)
    try {
      if (format === undefined)
        throw new LoadFileError("unsupported", "No loader reads files of this ending.")
      return await readDocument(file, id, format)
    } catch (error) {
      signal?.throwIfAborted()
      const failure = asFailure(error)
      // A folder may hold anything; what nobody asked to read by name is no failure of the load.
      if (format !== undefined || given.includes(file.path)) fail(file.path, id, failure)
      else onError?.({ path: file.path, id, reason: failure.reason, error: failure })
      return undefined
    }
  }

  async function readDocument(file: FoundFile, id: string, format: FileFormat): Promise<SourceDocument> {
    const bytes = await readBytes(file.realPath, maxFileBytes, signal)
    if (bytes.length === 0) throw new LoadFileError("empty", "It has no bytes.")
    const request = { bytes, maxUnpackedBytes: 4 * maxFileBytes, signal }
    const { title, text, metadata } = await raceAbort(parsers.get(format)!(request), signal)
    if (text.trim() === "") throw new LoadFileError("empty", "It has no text.")
    return {
      id,
      ...(title === undefined ? {} : { title }),
      text: text.toWellFormed(),
      metadata: { format, ...metadata },
    }
  }

  function fail(path: string, id: string | undefined, error: LoadFileError): void {
    const failure = { path, id, reason: error.reason, error }
    failures.push(failure)
    onError?.(failure)
  }
}

async function parsersOf(files: readonly FoundFile[]): Promise<ReadonlyMap<FileFormat, ParseFile>> {
  const parsers = new Map<FileFormat, ParseFile>()
  for (const { path } of files) {
    const format = formatOf(path)
    if (format !== undefined && !parsers.has(format)) parsers.set(format, await parserOf(format))
  }
  return parsers
}

function asFailure(error: unknown): LoadFileError {
  if (error instanceof LoadFileError) return error
  if (error instanceof SpdRagError) throw error
  return new LoadFileError("damaged", "It can't be read as what its ending says.", { cause: error })
}

function listOf(argument: string, value: string | readonly string[]): readonly string[] {
  const list = typeof value === "string" ? [value] : value
  if (Array.isArray(list) && list.every((item) => typeof item === "string" && item !== "")) return list
  throw new InvalidArgumentError(argument, value, "a string or an array of strings, none of them empty")
}
