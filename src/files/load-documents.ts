import type { SourceDocument } from "../contracts/document"
import { InvalidArgumentError } from "../errors"
import { formatTable } from "./formats"
import { LoadDocumentsError, type LoadFailure, LoadFileError } from "./kit/errors"
import type { FileFormat } from "./kit/format"
import { documentIds } from "./listing/document-ids"
import { type LoadOptions, resolveLoadOptions } from "./options"
import { fileParser } from "./parsing/file-parser"
import { asLoadFileError } from "./parsing/parse-bytes"
import { documentOf } from "./parsing/parsed-document"
import { type FileSource, fileSources } from "./sources/file-source"
import { type ListedFile, listSources } from "./sources/list-sources"
import { charsetOf, endingOf } from "./sources/media-types"

/**
 * Reads files as documents, one after the other: txt, md, html, pdf, docx, pptx, xlsx, xls, csv, tsv, json and more.
 * They are paths of files and folders, `File`s and `Blob`s, or bytes with a name. Ids are paths from the working
 * folder, or names; the order is that of the sources, and by name within a folder.
 *
 * A file that can't be read never stops the others. Without `onError` the failures are thrown together at the end.
 * Files of other kinds inside a folder are told to `onError` only.
 *
 * @param sources a string is always a path: never pass on one that somebody else sent
 * @throws LoadDocumentsError after the last document, where files failed and no `onError` was given.
 * @throws InvalidArgumentError before the first document: for a source that is none, for a path where there is no file
 * system, where two files would have one id, and where the package that reads a kind is not installed and
 * `missingPackages` is not `report`.
 */
export async function* loadDocuments(
  sources: FileSource | Iterable<FileSource>,
  options: LoadOptions = {},
): AsyncGenerator<SourceDocument, void, void> {
  const resolved = resolveLoadOptions(options)
  const { documentId, onError, parsers, maxFileBytes, includeHidden, signal } = resolved
  const uninstalled = new Map<FileFormat, LoadFileError>()
  const given = fileSources(sources, "sources")
  signal?.throwIfAborted()
  const formats = formatTable(parsers)
  const failures: LoadFailure[] = []
  let loaded = 0

  const listing = await listSources(given, resolved, (path) => formats.of(path) !== undefined)
  for (const { path, relativePath, error } of listing.failures) fail(path, relativePath, error)
  const parser = fileParser(resolved)
  const ids = await documentIds(listing.files, documentId, listing.workingFolder)
  try {
    for (const format of new Set(listing.files.flatMap((file) => formats.of(readAs(file)) ?? []))) {
      await parser.load(format).catch((error: unknown) => {
        if (resolved.missingPackages === "throw" || !(error instanceof InvalidArgumentError)) throw error
        uninstalled.set(format, new LoadFileError("uninstalled", error.message, { cause: error }))
      })
    }
    resolved.onListed?.(listing.files.length)
    for (const [index, file] of listing.files.entries()) {
      signal?.throwIfAborted()
      const document = await load(file, ids[index]!)
      if (document === undefined) continue
      loaded++
      yield document
    }
  } finally {
    await parser.close()
  }
  if (onError === undefined && failures.length > 0) throw new LoadDocumentsError({ loaded, failures })

  /** Its path, with an ending by its type where it has none that is known. */
  function readAs({ path, type }: ListedFile): string {
    return formats.of(path) === undefined ? `${path}${endingOf(type) ?? ""}` : path
  }

  async function load(file: ListedFile, id: string): Promise<SourceDocument | undefined> {
    const format = formats.of(readAs(file))
    try {
      if (format === undefined) {
        const known = formats.extensions.join(", ")
        throw new LoadFileError("unsupported", `No loader reads files of this ending; known are ${known}.`)
      }
      const absent = uninstalled.get(format)
      if (absent !== undefined) throw absent
      return await readDocument(file, id, format)
    } catch (error) {
      signal?.throwIfAborted()
      const failure = asLoadFileError(error)
      // A folder may hold anything; what nobody asked to read by name is no failure of the load.
      if (format !== undefined || file.isAsked) fail(file.path, id, failure)
      else onError?.({ path: file.path, id, reason: failure.reason, error: failure })
      return undefined
    }
  }

  async function readDocument(file: ListedFile, id: string, format: FileFormat): Promise<SourceDocument> {
    const bytes = await file.read(maxFileBytes, signal)
    if (bytes.length === 0) throw new LoadFileError("empty", "It has no bytes.")
    const request = {
      bytes,
      name: readAs(file).replace(/^.*\//s, ""),
      maxUnpackedBytes: 4 * maxFileBytes,
      maxTextLength: maxFileBytes,
      encoding: resolved.encoding ?? charsetOf(file.type),
      includeHidden,
      signal,
    }
    const parsed = await parser.parse(format, request)
    return documentOf(id, file.sourcePath, parsed, request.maxTextLength)
  }

  function fail(path: string, id: string | undefined, error: LoadFileError): void {
    const failure = { path, id, reason: error.reason, error }
    failures.push(failure)
    onError?.(failure)
  }
}
