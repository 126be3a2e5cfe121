import { LoadFileError } from "../kit/errors"
import type { FileFormat } from "../kit/format"
import { findElement, loadMarkupParser, type MarkupNode } from "../kit/markup"
import { joinSpans } from "../kit/pages"
import type { ParseFile } from "../kit/parse"
import { openZip, refuseCompoundFile, refusePicturesAlone, type Zip } from "../kit/zip"
import { notesText, slideText } from "./slide"

/** Slides in the order of the show as Markdown, with their tables and notes; a page of the metadata is a slide. */
export const pptx: FileFormat = { name: "pptx", extensions: [".pptx"], loadParser }

async function loadParser(): Promise<ParseFile> {
  const { parseDocument } = await loadMarkupParser()
  return async ({ bytes, maxUnpackedBytes, signal }) => {
    refuseCompoundFile(bytes)
    const zip = await openZip(bytes, maxUnpackedBytes, signal)
    const show = "ppt/presentation.xml"
    const list = findElement(await part(zip, show), "p:sldIdLst")
    const targets = await relations(zip, show)
    const texts: string[] = []
    for (const entry of list?.children ?? []) {
      signal?.throwIfAborted()
      if (entry.name !== "p:sldId") continue
      const path = targets.find(({ id }) => id === entry.attribs?.["r:id"])?.path
      if (path === undefined) throw new LoadFileError("damaged", "A slide of the show is missing.")
      texts.push(await slide(zip, path, texts.length + 1))
    }
    const { text, spans } = joinSpans(texts)
    refusePicturesAlone(text, zip)
    return { text, metadata: { pages: spans.map((span, index) => ({ page: index + 1, ...span })) } }
  }

  async function slide(zip: Zip, path: string, number: number): Promise<string> {
    const text = slideText(await part(zip, path), number)
    const notesPath = (await relations(zip, path)).find(({ type }) => type.endsWith("/notesSlide"))?.path
    const notes = notesPath === undefined ? "" : notesText(await part(zip, notesPath))
    return [text, notes && `Notes: ${notes}`].filter((block) => block !== "").join("\n\n")
  }

  async function part(zip: Zip, path: string): Promise<MarkupNode> {
    const bytes = await zip.read(path)
    if (bytes === undefined) throw new LoadFileError("damaged", `Its part ${path} is missing.`)
    return parseDocument(new TextDecoder().decode(bytes), { xmlMode: true })
  }

  /** What a part refers to, by the file beside it (ECMA-376 part 2, 6.5). */
  async function relations(zip: Zip, path: string): Promise<{ id: string; type: string; path: string }[]> {
    const folder = path.slice(0, path.lastIndexOf("/") + 1)
    const bytes = await zip.read(`${folder}_rels/${path.slice(folder.length)}.rels`)
    if (bytes === undefined) return []
    const root = parseDocument(new TextDecoder().decode(bytes), { xmlMode: true })
    return (findElement(root, "Relationships")?.children ?? [])
      .filter(({ name }) => name === "Relationship")
      .map(({ attribs = {} }) => ({
        id: attribs.Id ?? "",
        type: attribs.Type ?? "",
        path: new URL(attribs.Target ?? "", `file:///${folder}`).pathname.slice(1),
      }))
  }
}
