/// <reference types="node" />
import { existsSync, statSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { UsageError } from "../errors"

/**
 * A file that a flag has written, absolute; undefined where the flag is not given.
 *
 * @throws UsageError where it can't be there, before anything is paid
 */
export function fileToWrite(flag: string, path: string | undefined, cwd: string): string | undefined {
  if (path === undefined) return undefined
  const absolute = resolve(cwd, path)
  if (existsSync(absolute) && statSync(absolute).isDirectory()) {
    throw new UsageError(`${flag} ${path}: that is a folder; name a file.`)
  }
  if (!existsSync(dirname(absolute)))
    throw new UsageError(`${flag} ${path}: there is no such folder; make it first.`)
  return absolute
}

export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  // It holds texts of the documents.
  await writeFile(path, content, { mode: 0o600 })
}
