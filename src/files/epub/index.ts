import { loadHtmlReader } from "../html/reader"
import { LoadFileError } from "../kit/errors"
import type { FileFormat } from "../kit/format"
import { joinSpans } from "../kit/pages"
import type { ParseFile } from "../kit/parse"
import { textBudget } from "../kit/text-budget"
import { holdsPart, openZip, type Zip } from "../kit/zip"
import { partText, partXml, unlessDamaged } from "../office/parts"
import { type childOf, childrenOf, findElement, textOf, type XmlElement } from "../xml"

/** A book: its chapters as Markdown in the order of reading. */
export const epub: FileFormat = {
  name: "epub",
  extensions: [".epub"],
  sniff: (bytes) => holdsPart(bytes, /^META-INF\/container\.xml$/),
  loadParser,
}

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
    const problem = (text: string) => void problems.push(text)
    const encrypted = await encryptedParts(zip)
    const sheets = await styleSheets(zip, [...hrefs.values()], book, problem)
    for (const { attributes } of childrenOf(named(root, "spine"))) {
      signal?.throwIfAborted()
      const href = hrefs.get(attributes.idref)
      const path = href === undefined ? undefined : resolvePath(book, href)
      if (path !== undefined && encrypted.has(path))
        throw new LoadFileError("encrypted", "Its chapters are encrypted.")
      const page = await unlessDamaged(problem, async () => {
        const text = path === undefined ? undefined : await partText(zip, path)
        if (text === undefined) problem(`The chapter ${href ?? attributes.idref} is missing.`)
        return text
      })
      if (page !== undefined) {
        chapters.push(readHtml(page, maxTextLength, sheets).text)
        budget.spend(chapters.at(-1)!.length)
      }
    }
    const title = childrenOf(named(root, "metadata")).find(({ name }) => /(?:^|:)title$/.test(name))
    const { text } = joinSpans(chapters)
    if (text === "" && problems.length > 0)
      throw new LoadFileError("damaged", `It has no chapter that can be read: ${problems[0]}`)
    return { title: (title && textOf(title).trim()) || undefined, text, problems }
  }

  function named(root: Parameters<typeof childOf>[0], name: string) {
    return childrenOf(root).find((child) => child.name === name || child.name.endsWith(`:${name}`))
  }
}

/** A book's style sheets are most often for all of its chapters. */
async function styleSheets(
  zip: Zip,
  hrefs: readonly (string | undefined)[],
  book: string,
  problem: (text: string) => void,
): Promise<readonly string[]> {
  const sheets: string[] = []
  for (const href of hrefs) {
    if (href === undefined || !/\.css$/i.test(href)) continue
    const sheet = await unlessDamaged(problem, () => partText(zip, resolvePath(book, href)))
    if (sheet !== undefined) sheets.push(sheet)
  }
  return sheets
}

/** Parts that a shop has locked; fonts are among them in books that anybody can read. */
async function encryptedParts(zip: Zip): Promise<ReadonlySet<string>> {
  const list = zip.names.includes("META-INF/encryption.xml")
    ? await partXml(zip, "META-INF/encryption.xml")
    : undefined
  const found = new Set<string>()
  const visit = (element: XmlElement): void => {
    const uri = element.name.endsWith("CipherReference") ? element.attributes.URI : undefined
    if (uri !== undefined) found.add(resolvePath("", uri))
    childrenOf(element).forEach(visit)
  }
  if (list !== undefined) visit(list)
  return found
}

function resolvePath(from: string, href: string): string {
  const { pathname } = new URL(href, `file:///${from}`)
  try {
    return decodeURIComponent(pathname).slice(1)
  } catch {
    return pathname.slice(1)
  }
}
