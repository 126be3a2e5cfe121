import { createHash, randomUUID } from "node:crypto"
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { CallCache } from "../../contracts/cache"
import { type Checks, checkOptions, type Filled, optional } from "../../runtime/check/options"
import { filledText, integerFrom } from "../../runtime/check/values"

/** Where the cache's folder is, and how large it may grow. */
export interface FileCacheOptions {
  /** Made where it is not there, readable by its owner alone. Nothing else may live in it. */
  readonly folder: string
  /** Bytes of all entries; the oldest go first. @default 1_073_741_824 */
  readonly maxBytes?: number | undefined
}

const optionChecks: Checks<Filled<FileCacheOptions>> = {
  folder: filledText("a path"),
  maxBytes: optional(integerFrom(1), 1_073_741_824),
}

/** Half-written files of a process that was killed are removed once they are this old. */
const abandonedMs = 3_600_000

/**
 * Keeps results in a folder, one file each, so that they outlive the process. A file is written aside and renamed, so
 * that a kill leaves none half. Several processes may share the folder; each holds `maxBytes` by what it found and wrote.
 */
export function fileCache(options: FileCacheOptions): CallCache {
  const { folder, maxBytes } = checkOptions(options, optionChecks, "options")
  let opened: Promise<Entries> | undefined
  const open = () => {
    opened ??= list(folder).catch((error) => {
      opened = undefined
      throw error
    })
    return opened
  }
  return {
    async get(key) {
      try {
        return await readFile(join(folder, nameOf(key)), "utf8")
      } catch (error) {
        if (isAbsent(error)) return undefined
        throw error
      }
    },
    async set(key, value) {
      const entries = await open()
      const name = nameOf(key)
      const aside = join(folder, `${randomUUID()}.part`)
      await writeFile(aside, value, { mode: 0o600 })
      await rename(aside, join(folder, name))
      entries.remove(name)
      entries.add(name, Buffer.byteLength(value))
      for (const oldest of entries.over(maxBytes)) await rm(join(folder, oldest), { force: true })
    },
  }
}

/** Names and sizes, the oldest first. */
class Entries {
  readonly #bytes = new Map<string, number>()
  #total = 0

  add(name: string, bytes: number): void {
    this.#bytes.set(name, bytes)
    this.#total += bytes
  }

  remove(name: string): void {
    this.#total -= this.#bytes.get(name) ?? 0
    this.#bytes.delete(name)
  }

  /** Takes out the oldest until the rest is within the limit. */
  over(maxBytes: number): readonly string[] {
    const gone: string[] = []
    for (const name of this.#bytes.keys()) {
      if (this.#total <= maxBytes) break
      this.remove(name)
      gone.push(name)
    }
    return gone
  }
}

async function list(folder: string): Promise<Entries> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files: { name: string; bytes: number; writtenAt: number }[] = []
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found === undefined) continue
    if (name.endsWith(".json")) files.push({ name, bytes: found.size, writtenAt: found.mtimeMs })
    else if (name.endsWith(".part") && Date.now() - found.mtimeMs > abandonedMs)
      await rm(join(folder, name), { force: true })
  }
  const entries = new Entries()
  files.sort((a, b) => a.writtenAt - b.writtenAt || (a.name < b.name ? -1 : 1))
  for (const { name, bytes } of files) entries.add(name, bytes)
  return entries
}

/** Any key as a file's name. */
function nameOf(key: string): string {
  return `${createHash("sha256").update(key).digest("hex")}.json`
}

function isAbsent(error: unknown): boolean {
  return (error as { code?: unknown }).code === "ENOENT"
}
