/// <reference types="node" />
import { readdir, realpath, stat } from "node:fs/promises"
import { basename, join, relative, resolve, sep } from "node:path"
import { LoadFileError } from "../kit/errors"

export interface FoundFile {
  /** As given, or the given folder followed by the way to the file. */
  readonly path: string
  /** Absolute, links resolved. */
  readonly realPath: string
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
    if (root.isFile) {
      add({ ...root, relativePath: basename(root.path), root: resolve(root.path, "..") })
      continue
    }
    const before = { files: files.size, failures: failures.length }
    let known = 0
    for await (const found of walk(root.realPath)) {
      const relativePath = relative(root.realPath, found.realPath).split(sep).join("/")
      if (!selects(relativePath)) continue
      const path = join(root.path, relativePath)
      const error = found.error ?? (found.isLink ? await linkFailure(found.realPath, roots) : undefined)
      if (error !== undefined) failures.push({ path, error, ...(found.isLink && { relativePath }) })
      else if (!found.isLink) {
        if (isKnown(path)) known++
        add({ path, realPath: found.realPath, relativePath, root: resolve(root.path) })
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

  async function* walk(folder: string): AsyncGenerator<WalkEntry> {
    signal?.throwIfAborted()
    try {
      const entries = await readdir(folder, { withFileTypes: true })
      // Sorted as whole relative paths: a folder `a` comes where `a/` stands among its neighbours.
      const key = (entry: (typeof entries)[number]) => (entry.isDirectory() ? `${entry.name}/` : entry.name)
      entries.sort((a, b) => (key(a) < key(b) ? -1 : 1))
      for (const entry of entries) {
        if (entry.name.startsWith(".")) continue
        const realPath = join(folder, entry.name)
        if (entry.isDirectory()) yield* walk(realPath)
        else yield { realPath, isLink: entry.isSymbolicLink() }
      }
    } catch (cause) {
      signal?.throwIfAborted()
      yield { realPath: folder, isLink: false, error: systemFailure(cause) }
    }
  }
}

interface WalkEntry {
  readonly realPath: string
  readonly isLink: boolean
  readonly error?: LoadFileError
}

interface Root {
  readonly path: string
  readonly realPath: string
  readonly isFile: boolean
}

async function resolveRoots(
  paths: readonly string[],
  fail: (path: string, error: LoadFileError) => void,
): Promise<Root[]> {
  const roots: Root[] = []
  for (const path of paths) {
    try {
      const realPath = await realpath(path)
      roots.push({ path, realPath, isFile: !(await stat(realPath)).isDirectory() })
    } catch (cause) {
      fail(path, systemFailure(cause))
    }
  }
  return roots
}

/** What is wrong with a link; undefined when it leads to a place inside the given paths. */
async function linkFailure(link: string, roots: readonly Root[]): Promise<LoadFileError | undefined> {
  try {
    const target = await realpath(link)
    const inside = roots.some(({ realPath }) => target === realPath || target.startsWith(join(realPath, sep)))
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
