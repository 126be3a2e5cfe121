import type { SourceDocument } from "../contracts/document"
import { SpdRagError } from "../errors"
import { raceAbort } from "../runtime/abort"
import { formatTable } from "./formats"
import { LoadDocumentsError, type LoadFailure, LoadFileError } from "./kit/errors"
import type { FileFormat } from "./kit/format"
import type { ParseFile } from "./kit/parse"
import { documentIds } from "./listing/document-ids"
import { type FoundFile, listFiles } from "./listing/list-files"
import { readBytes } from "./listing/read-bytes"
import { type LoadOptions, listOf, resolveLoadOptions } from "./options"
import { documentOf } from "./parsed-document"

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
  const { selects, onError, parsers, maxFileBytes, encoding, includeHidden, signal } =
    resolveLoadOptions(options)
  const given = listOf("paths", paths)
  signal?.throwIfAborted()
  const formats = formatTable(parsers)
  const failures: LoadFailure[] = []
  let loaded = 0

  const isKnown = (path: string) => formats.of(path) !== undefined
  const listing = await listFiles(given, selects, isKnown, signal)
  for (const { path, relativePath, error } of listing.failures) fail(path, relativePath, error)
  const parserOf = await loadParsers(listing.files.flatMap(({ path }) => formats.of(path) ?? []))
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
    const format = formats.of(file.path)
    try {
      if (format === undefined) {
        const known = formats.extensions.join(", ")
        throw new LoadFileError("unsupported", `No loader reads files of this ending; known are ${known}.`)
      }
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
    const request = {
      bytes,
      name: file.relativePath.slice(file.relativePath.lastIndexOf("/") + 1),
      maxUnpackedBytes: 4 * maxFileBytes,
      maxTextLength: maxFileBytes,
      encoding,
      includeHidden,
      signal,
    }
    const parsed = await raceAbort(parserOf.get(format)!(request), signal)
    return documentOf(id, format.name, parsed, request.maxTextLength)
  }

  function fail(path: string, id: string | undefined, error: LoadFileError): void {
    const failure = { path, id, reason: error.reason, error }
    failures.push(failure)
    onError?.(failure)
  }
}

async function loadParsers(formats: Iterable<FileFormat>): Promise<ReadonlyMap<FileFormat, ParseFile>> {
  const parsers = new Map<FileFormat, ParseFile>()
  for (const format of new Set(formats)) parsers.set(format, await format.loadParser())
  return parsers
}

function asFailure(error: unknown): LoadFileError {
  if (error instanceof LoadFileError) return error
  if (error instanceof SpdRagError) throw error
  return new LoadFileError("damaged", "It can't be read as what its ending says.", { cause: error })
}
