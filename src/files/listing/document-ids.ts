import { InvalidArgumentError } from "../../errors"
import { sha256 } from "../../runtime/hash"
import { nodePath } from "../kit/node"

/** A file as a function for its id is given it. */
export interface FileLocation {
  /** As given, or the given folder followed by the way to the file; of what is no path, its name. */
  readonly path: string
  /** Absolute, links resolved; of what is no path, its name. */
  readonly realPath: string
  /** To the given folder, with forward slashes; of a file that was given itself, its name. */
  readonly relativePath: string
}

/** A file and the folder that it was found in, absolute; without one, it is no path. */
interface PlacedFile extends FileLocation {
  readonly root?: string
}

/**
 * How a file's id is made. `path`: from the working folder, or absolute outside of it, so that no two files share
 * one. `relativePath`: from the given folder, with names of that folder in front where a load would give one twice.
 * Of what is no path, the id is its name either way.
 */
export type DocumentIdOption = "path" | "relativePath" | ((file: FileLocation) => string)

/** What a store takes. */
const maxIdLength = 1024

/** One id a file. @throws InvalidArgumentError where two files would have the same, or a function gives none */
export async function documentIds(
  files: readonly PlacedFile[],
  option: DocumentIdOption,
  workingFolder: string,
): Promise<readonly string[]> {
  const ids =
    typeof option === "function" ? ownIds(files, option) : await idsByPlace(files, option, workingFolder)
  const owners = new Map<string, string>()
  ids.forEach((id, index) => {
    const { path } = files[index]!
    const owner = owners.get(id)
    if (owner !== undefined) {
      const expected = `one that gives each file an id of its own, such as a function; ${owner} and ${path} share it`
      throw new InvalidArgumentError("documentId", id, expected)
    }
    owners.set(id, path)
  })
  return ids
}

function ownIds(files: readonly PlacedFile[], option: (file: FileLocation) => unknown): readonly string[] {
  return files.map(({ path, realPath, relativePath }) => {
    const id = option({ path, realPath, relativePath })
    if (typeof id === "string" && id !== "" && id.length <= maxIdLength) return id
    throw new InvalidArgumentError("documentId", id, `a function that gives a string of 1 to ${maxIdLength}`)
  })
}

function idsByPlace(
  files: readonly PlacedFile[],
  option: "path" | "relativePath",
  workingFolder: string,
): Promise<readonly string[]> {
  const found = files.filter((file): file is Required<PlacedFile> => file.root !== undefined)
  const relativeIds = option === "path" ? [] : uniqueRelativePaths(found)
  let next = 0
  const ids = files.map(({ root, path, realPath }) => {
    if (root === undefined) return path
    return option === "path" ? pathId(realPath, workingFolder) : relativeIds[next++]!
  })
  return Promise.all(ids.map(shortened))
}

function pathId(realPath: string, workingFolder: string): string {
  const { isAbsolute, relative, sep } = nodePath
  const way = relative(workingFolder, realPath)
  const isInside = way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)
  return slashes(isInside ? way : realPath)
}

const slashes = (path: string): string => path.split(nodePath.sep).join("/")

/** An id that is too long for a store: its end, behind a hash of the whole. */
async function shortened(id: string): Promise<string> {
  if (id.length <= maxIdLength) return id
  const hash = (await sha256(id)).slice(0, 32)
  return `${hash}/${id.slice(hash.length + 1 - maxIdLength)}`.toWellFormed()
}

function uniqueRelativePaths(files: readonly Required<PlacedFile>[]): readonly string[] {
  const ids = files.map((file) => file.relativePath)
  for (let depth = 1; ; depth++) {
    const counts = new Map<string, number>()
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
    if (counts.size === ids.length) return ids
    ids.forEach((id, index) => {
      if (counts.get(id)! > 1) ids[index] = prefixed(files[index]!, depth)
    })
  }
}

function prefixed({ root, relativePath, realPath }: Required<PlacedFile>, depth: number): string {
  const names = root.split(/[\\/]/).filter((name) => name !== "")
  // Two roots can't be alike to their first name, but for drives or links: then the real path tells them apart.
  if (depth > names.length) return realPath.split(/[\\/]/).filter(Boolean).join("/")
  return [...names.slice(-depth), relativePath].join("/")
}
