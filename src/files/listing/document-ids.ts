/// <reference types="node" />
import { createHash } from "node:crypto"
import { isAbsolute, relative, sep } from "node:path"
import { InvalidArgumentError } from "../../errors"
import type { FoundFile } from "./list-files"

/** A file as a function for its id is given it. */
export interface FileLocation {
  /** As given, or the given folder followed by the way to the file. */
  readonly path: string
  /** Absolute, links resolved. */
  readonly realPath: string
  /** To the given folder, with forward slashes; of a file that was given itself, its name. */
  readonly relativePath: string
}

/**
 * How a file's id is made. `path`: from the working folder, or absolute outside of it, so that no two files share
 * one. `relativePath`: from the given folder, with names of that folder in front where a load would give one twice.
 */
export type DocumentIdOption = "path" | "relativePath" | ((file: FileLocation) => string)

/** What a store takes. */
const maxIdLength = 1024

/** One id a file. @throws InvalidArgumentError where a function gives one id for two files, or none */
export function documentIds(
  files: readonly FoundFile[],
  option: DocumentIdOption,
  workingFolder: string,
): readonly string[] {
  if (option === "relativePath") return relativeIds(files).map(shortened)
  if (option === "path") return files.map(({ realPath }) => shortened(pathId(realPath, workingFolder)))
  const owners = new Map<string, string>()
  return files.map(({ path, realPath, relativePath }) => {
    const id: unknown = option({ path, realPath, relativePath })
    if (typeof id !== "string" || id === "" || id.length > maxIdLength) {
      throw new InvalidArgumentError(
        "documentId",
        id,
        `a function that gives a string of 1 to ${maxIdLength}`,
      )
    }
    const owner = owners.get(id)
    if (owner !== undefined) {
      throw new InvalidArgumentError(
        "documentId",
        id,
        `another one for each file; ${owner} and ${path} share it`,
      )
    }
    owners.set(id, path)
    return id
  })
}

function pathId(realPath: string, workingFolder: string): string {
  const way = relative(workingFolder, realPath)
  const isInside = way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)
  return slashes(isInside ? way : realPath)
}

const slashes = (path: string): string => path.split(sep).join("/")

/** An id that is too long for a store: its end, behind a hash of the whole. */
function shortened(id: string): string {
  if (id.length <= maxIdLength) return id
  const hash = createHash("sha256").update(id).digest("hex").slice(0, 32)
  return `${hash}/${id.slice(hash.length + 1 - maxIdLength)}`.toWellFormed()
}

function relativeIds(files: readonly FoundFile[]): readonly string[] {
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

function prefixed({ root, relativePath, realPath }: FoundFile, depth: number): string {
  const names = root.split(/[\\/]/).filter((name) => name !== "")
  // Two roots can't be alike to their first name, but for drives or links: then the real path tells them apart.
  if (depth > names.length) return realPath.split(/[\\/]/).filter(Boolean).join("/")
  return [...names.slice(-depth), relativePath].join("/")
}
