import { InvalidArgumentError } from "../../errors"
import { fs, hasFileSystem } from "../kit/node"
import { type ListingFailure, listFiles } from "../listing/list-files"
import { readBytes } from "../listing/read-bytes"
import type { ResolvedLoadOptions } from "../options"
import type { FileSource } from "./file-source"
import { givenFiles } from "./given-files"

/** A file of a load, wherever its bytes are. */
export interface ListedFile {
  /** As given, or the given folder followed by the way to the file. */
  readonly path: string
  readonly realPath: string
  readonly relativePath: string
  /** The folder that it was found in, absolute; undefined of what is no path. */
  readonly root?: string
  /** Where it lies; undefined of what is no path. */
  readonly sourcePath?: string
  /** Media type, where one was given. */
  readonly type: string
  /** True where it was given itself, and not by a folder. */
  readonly isAsked: boolean
  /** @throws LoadFileError, or the signal's reason */
  read(maxBytes: number, signal: AbortSignal | undefined): Promise<Uint8Array>
}

export interface SourceListing {
  /** In the order of the sources. */
  readonly files: readonly ListedFile[]
  readonly failures: readonly ListingFailure[]
  /** Absolute; empty where no path was given. */
  readonly workingFolder: string
}

/** Every file of the sources, none of them read yet. @throws InvalidArgumentError for a path where there are none */
export async function listSources(
  sources: readonly FileSource[],
  { selects, maxFileBytes, signal }: ResolvedLoadOptions,
  isKnown: (path: string) => boolean,
): Promise<SourceListing> {
  const places = sources.flatMap((source, index) => (typeof source === "string" ? [index] : []))
  const paths = places.map((place) => sources[place] as string)
  if (paths.length > 0 && !hasFileSystem) throw noFileSystem(paths[0])
  const own = await givenFiles(sources, selects, maxFileBytes, signal)
  if (paths.length === 0) return { ...own, workingFolder: "" }
  const listing = await listFiles(paths, selects, isKnown, signal)
  const asked = new Set(paths)
  const found = listing.files.map(({ given, systemPath, ...file }) => ({
    ...file,
    given: places[given]!,
    sourcePath: file.realPath,
    type: "",
    isAsked: asked.has(file.path),
    read: (maxBytes: number, signal: AbortSignal | undefined) => readBytes(systemPath, maxBytes, signal),
  }))
  return {
    files: [...found, ...own.files].sort((a, b) => a.given - b.given),
    failures: [...listing.failures, ...own.failures],
    workingFolder: await fs.realpath("."),
  }
}

const noFileSystem = (path: unknown) =>
  new InvalidArgumentError(
    "sources",
    path,
    "Files, Blobs or bytes: there is no file system here to read paths from",
  )
