/// <reference types="node" />
import type { Dirent } from "node:fs"
import { fs } from "../kit/node"
import { type Place, placeIn } from "./path-names"

export interface FolderEntry {
  /** As the system has it, UTF-8 or not. */
  readonly name: Uint8Array
  readonly place: Place
  readonly isFolder: boolean
  readonly isLink: boolean
}

/** What a folder holds, in the system's order. @throws the system's error */
export async function readFolder(folder: Place): Promise<readonly FolderEntry[]> {
  const found: readonly (Dirent<Buffer> | Uint8Array)[] = await fs.readdir(folder.system, {
    withFileTypes: true,
    encoding: "buffer",
  })
  const entries: FolderEntry[] = []
  for (const entry of found) {
    // Bun gives the names alone when they are asked for as bytes.
    const name = entry instanceof Uint8Array ? entry : entry.name
    const place = placeIn(folder, name)
    // One that is gone by then fails when it is read.
    const kind = entry instanceof Uint8Array ? await fs.lstat(place.system).catch(() => undefined) : entry
    const [isFolder, isLink] = [kind?.isDirectory() === true, kind?.isSymbolicLink() === true]
    entries.push({ name, place, isFolder, isLink })
  }
  return entries
}
