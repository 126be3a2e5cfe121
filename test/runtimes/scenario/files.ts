import { loadDocuments } from "spd-rag/files"
import type { Report } from "."

/** A text file is read where none of the packages is installed that other files need; those say so by name. */
export async function filesReport(folder: string): Promise<Report> {
  return { "files without their packages": await reads(folder).catch(String) }
}

async function reads(folder: string): Promise<string> {
  for (const path of [`${folder}/note.txt`, `${folder}/notes`]) {
    const texts: string[] = []
    for await (const { text } of loadDocuments(path)) texts.push(text)
    if (texts.join() !== "The buyer pays within 30 days.") return `${path} was read as ${texts.join()}.`
  }
  const refused = await loadDocuments(`${folder}/page.html`)
    .next()
    .then(() => "nothing", String)
  return refused.includes("npm install parse5@") ? "ok" : `A page without its parser gave ${refused}.`
}
