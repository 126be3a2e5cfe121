/// <reference types="node" />
import { realpath } from "node:fs/promises"
import type { SourceDocument } from "../contracts/document"
import { InvalidArgumentError } from "../errors"
import { formatTable } from "./formats"
import { LoadDocumentsError, type LoadFailure, LoadFileError } from "./kit/errors"
import type { FileFormat } from "./kit/format"
import { documentIds } from "./listing/document-ids"
import { type FoundFile, listFiles } from "./listing/list-files"
import { readBytes } from "./listing/read-bytes"
import { type LoadOptions, paths as pathList, resolveLoadOptions } from "./options"
import { fileParser } from "./parsing/file-parser"
import { asLoadFileError } from "./parsing/parse-bytes"
import { documentOf } from "./parsing/parsed-document"

/**
 * Reads files and folders, one after the other, as documents: txt, md, html, pdf, docx, pptx, xlsx, xls, csv, tsv,
 * json. Ids are paths from the working folder; the order is that of the paths, and by name within a folder.
 *
 * A file that can't be read never stops the others. Without `onError` the failures are thrown together at the end.
 * Files of other kinds inside a folder are told to `onError` only.
 *
 * @throws LoadDocumentsError after the last document, where files failed and no `onError` was given.
 * @throws InvalidArgumentError before the first document, where the package that reads a kind is not installed and
 * `missingPackages` is not `report`.
 */
export async function* loadDocuments(
  paths: string | readonly string[],
  options: LoadOptions = {},
): AsyncGenerator<SourceDocument, void, void> {
  const resolved = resolveLoadOptions(options)
  const { selects, documentId, onError, parsers, maxFileBytes, encoding, includeHidden, signal } = resolved
  const uninstalled = new Map<FileFormat, LoadFileError>()
  const given = pathList(paths, "paths")
  signal?.throwIfAborted()
  const formats = formatTable(parsers)
  const failures: LoadFailure[] = []
  let loaded = 0

  const isKnown = (path: string) => formats.of(path) !== undefined
  const listing = await listFiles(given, selects, isKnown, signal)
  for (const { path, relativePath, error } of listing.failures) fail(path, relativePath, error)
  const parser = fileParser(resolved)
  const ids = documentIds(listing.files, documentId, await realpath("."))
  try {
    for (const format of new Set(listing.files.flatMap(({ path }) => formats.of(path) ?? []))) {
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

  async function load(file: FoundFile, id: string): Promise<SourceDocument | undefined> {
    const format = formats.of(file.path)
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
      if (format !== undefined || given.includes(file.path)) fail(file.path, id, failure)
      else onError?.({ path: file.path, id, reason: failure.reason, error: failure })
      return undefined
    }
  }

  async function readDocument(file: FoundFile, id: string, format: FileFormat): Promise<SourceDocument> {
    const bytes = await readBytes(file.systemPath, maxFileBytes, signal)
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
    return documentOf(id, file.realPath, await parser.parse(format, request), request.maxTextLength)
  }

  function fail(path: string, id: string | undefined, error: LoadFileError): void {
    const failure = { path, id, reason: error.reason, error }
    failures.push(failure)
    onError?.(failure)
  }
}
