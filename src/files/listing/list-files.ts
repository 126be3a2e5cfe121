/// <reference types="node" />
import { LoadFileError } from "../kit/errors"
import { fs, nodePath } from "../kit/node"
import type { Place } from "./path-names"
import { type FolderEntry, readFolder } from "./read-folder"

export interface FoundFile {
  /** Which of the given paths it was found at, from 0. */
  readonly given: number
  /** As given, or the given folder followed by the way to the file. */
  readonly path: string
  /** Absolute, links resolved. */
  readonly realPath: string
  /** The same as the system takes it. */
  readonly systemPath: string | Buffer
  /** To the given folder, with forward slashes; of a file that was given itself, its name. */
  readonly relativePath: string
  /** The given folder, absolute. */
  readonly root: string
}

export interface Listing {
  /** Given paths in their order, and below each by relative path; every file once. */
  readonly files: readonly FoundFile[]
  readonly failures: readonly ListingFailure[]
}

export interface ListingFailure {
  readonly path: string
  /** Where the path stands for one file inside a given folder. */
  readonly relativePath?: string
  readonly error: LoadFileError
}

/**
 * Walks the given paths. Names that start with a dot are left out inside folders. A link inside a folder is never
 * followed: what it leads to is read at its own place when that lies in a given folder, and is a failure when not.
 */
export async function listFiles(
  paths: readonly string[],
  selects: (relativePath: string) => boolean,
  isKnown: (path: string) => boolean,
  signal: AbortSignal | undefined,
): Promise<Listing> {
  const files = new Map<string, FoundFile>()
  const failures: ListingFailure[] = []
  const fail = (path: string, error: LoadFileError) => failures.push({ path, error })
  const roots = await resolveRoots(paths, fail)

  for (const root of roots) {
    const { given } = root
    if (root.isFile) {
      add({
        given,
        path: root.path,
        realPath: root.realPath,
        systemPath: root.realPath,
        relativePath: nodePath.basename(root.path),
        root: nodePath.resolve(root.path, ".."),
      })
      continue
    }
    const before = { files: files.size, failures: failures.length }
    let known = 0
    for await (const found of walk({ system: root.realPath, shown: root.realPath })) {
      const { system: systemPath, shown: realPath } = found.place
      const relativePath = nodePath.relative(root.realPath, realPath).split(nodePath.sep).join("/")
      if (!selects(relativePath)) continue
      const path = nodePath.join(root.path, relativePath)
      const error = found.error ?? (found.isLink ? await linkFailure(systemPath, roots) : undefined)
      if (error !== undefined) failures.push({ path, error, ...(found.isLink && { relativePath }) })
      else if (!found.isLink) {
        if (isKnown(path)) known++
        add({ given, path, realPath, systemPath, relativePath, root: nodePath.resolve(root.path) })
      }
    }
    if (known === 0 && failures.length === before.failures) {
      fail(root.path, new LoadFileError("empty", "The folder holds no file of a kind that can be read."))
    }
  }
  return { files: [...files.values()], failures }

  function add(file: FoundFile): void {
    if (!files.has(file.realPath)) files.set(file.realPath, file)
  }

  async function* walk(folder: Place): AsyncGenerator<WalkEntry> {
    signal?.throwIfAborted()
    try {
      // Sorted as whole relative paths: a folder `a` comes where `a/` stands among its neighbours.
      const key = ({ place, isFolder }: FolderEntry) => place.shown + (isFolder ? "/" : "")
      const entries = [...(await readFolder(folder))].sort((a, b) => (key(a) < key(b) ? -1 : 1))
      for (const { name, place, isFolder, isLink } of entries) {
        if (name[0] === dot) continue
        if (isFolder) yield* walk(place)
        else yield { place, isLink }
      }
    } catch (cause) {
      signal?.throwIfAborted()
      yield { place: folder, isLink: false, error: systemFailure(cause) }
    }
  }
}

const dot = 0x2e

interface WalkEntry {
  readonly place: Place
  readonly isLink: boolean
  readonly error?: LoadFileError
}

interface Root {
  readonly given: number
  readonly path: string
  readonly realPath: string
  readonly isFile: boolean
}

async function resolveRoots(
  paths: readonly string[],
  fail: (path: string, error: LoadFileError) => void,
): Promise<Root[]> {
  const roots: Root[] = []
  for (const [given, path] of paths.entries()) {
    try {
      const realPath = await fs.realpath(path)
      roots.push({ given, path, realPath, isFile: !(await fs.stat(realPath)).isDirectory() })
    } catch (cause) {
      fail(path, systemFailure(cause))
    }
  }
  return roots
}

/** What is wrong with a link; undefined when it leads to a place inside the given paths. */
async function linkFailure(
  link: string | Buffer,
  roots: readonly Root[],
): Promise<LoadFileError | undefined> {
  try {
    const target = await fs.realpath(link)
    const inside = roots.some(
      ({ realPath }) => target === realPath || target.startsWith(nodePath.join(realPath, nodePath.sep)),
    )
    return inside ? undefined : new LoadFileError("outside", "The link leads out of the given folders.")
  } catch (cause) {
    return systemFailure(cause)
  }
}

/** A failure of the file system as a reason. */
export function systemFailure(cause: unknown): LoadFileError {
  const code = (cause as { code?: string } | undefined)?.code
  return code === "ENOENT" || code === "ENOTDIR"
    ? new LoadFileError("missing", "There is nothing at this path.", { cause })
    : new LoadFileError("unreadable", `The system refused to read it${code ? ` (${code})` : ""}.`, { cause })
}
