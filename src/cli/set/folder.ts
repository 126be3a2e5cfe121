/// <reference types="node" />
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"

/** Makes the folder of a set, for its owner alone and out of version control: it holds texts of the documents. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, ".gitignore"), "*\n", { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error
  })
}

export const databaseOf = (folder: string): string => join(folder, "documents.db")
export const cacheOf = (folder: string): string => join(folder, "calls")
