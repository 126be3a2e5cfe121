import { loadHtmlReader } from "../html/reader"
import { LoadFileError } from "../kit/errors"
import type { FileFormat } from "../kit/format"
import { joinSpans } from "../kit/pages"
import type { ParseFile } from "../kit/parse"
import { textBudget } from "../kit/text-budget"
import { openZip } from "../kit/zip"
import { partText, partXml } from "../office/parts"
import { type childOf, childrenOf, findElement, textOf } from "../xml"

/** A book: its chapters as Markdown in the order of reading. */
export const epub: FileFormat = { name: "epub", extensions: [".epub"], loadParser }

async function loadParser(): Promise<ParseFile> {
  const readHtml = await loadHtmlReader()
  return async ({ bytes, maxUnpackedBytes, maxTextLength, signal }) => {
    const zip = await openZip(bytes, maxUnpackedBytes, signal)
    const container = await partXml(zip, "META-INF/container.xml")
    const book = findElement(container, "rootfile")?.attributes["full-path"]
    if (book === undefined) throw new LoadFileError("damaged", "It does not say where its book is.")
    const root = await partXml(zip, book)
    const hrefs = new Map(
      childrenOf(named(root, "manifest")).map(({ attributes }) => [attributes.id, attributes.href] as const),
    )
    const budget = textBudget(maxTextLength)
    const chapters: string[] = []
    const problems: string[] = []
    for (const { attributes } of childrenOf(named(root, "spine"))) {
      signal?.throwIfAborted()
      const href = hrefs.get(attributes.idref)
      const page = href === undefined ? undefined : await partText(zip, resolvePath(book, href))
      if (page === undefined) problems.push(`The chapter ${href ?? attributes.idref} is missing.`)
      else {
        chapters.push(readHtml(page, maxTextLength).text)
        budget.spend(chapters.at(-1)!.length)
      }
    }
    const title = childrenOf(named(root, "metadata")).find(({ name }) => /(?:^|:)title$/.test(name))
    return { title: (title && textOf(title).trim()) || undefined, text: joinSpans(chapters).text, problems }
  }

  function named(root: Parameters<typeof childOf>[0], name: string) {
    return childrenOf(root).find((child) => child.name === name || child.name.endsWith(`:${name}`))
  }
}

function resolvePath(from: string, href: string): string {
  const { pathname } = new URL(href, `file:///${from}`)
  try {
    return decodeURIComponent(pathname).slice(1)
  } catch {
    return pathname.slice(1)
  }
}
