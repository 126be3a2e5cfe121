/// <reference types="node" />
import { resolve } from "node:path"
import type { SourceDocument } from "spd-rag"
import { type LoadFailure, loadDocuments } from "spd-rag/files"
import { excludedFiles } from "./excluded"
import { pathFrom } from "./path-from"

export interface ReadFilesOptions {
  /** Paths and ids are from here. */
  readonly cwd: string
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  /** Files that the command itself writes, absolute: not read, wherever they lie. */
  readonly written: readonly string[]
  readonly onListed: (fileCount: number) => void
  readonly onFailure: (failure: LoadFailure) => void
  readonly signal: AbortSignal
}

/** The documents of files and folders; what can't be read is told, and the others are read. */
export async function* readFiles(
  paths: readonly string[],
  { cwd, include, exclude = [], written, onListed, onFailure, signal }: ReadFilesOptions,
): AsyncGenerator<SourceDocument, void, void> {
  const own = new Set(written)
  // A folder's own name before each of its files tells nothing; two folders may have files of one name.
  const titles = new Map<string, string>()
  const documents = loadDocuments(
    paths.map((path) => resolve(cwd, path)),
    {
      include,
      exclude: [...excludedFiles, ...exclude],
      documentId: ({ realPath, relativePath }) => {
        const id = pathFrom(cwd, realPath)
        if (paths.length === 1) titles.set(id, relativePath)
        return id
      },
      missingPackages: "report",
      onListed,
      onError: (failure) => {
        if (!own.has(failure.path)) onFailure({ ...failure, path: pathFrom(cwd, failure.path) })
      },
      signal,
    },
  )
  for await (const document of documents) {
    if (own.has(String(document.metadata?.sourcePath))) continue
    const { id, title = id } = document
    yield title === id ? { ...document, title: titles.get(id) ?? id } : document
  }
}
