import { LoadFileError } from "../kit/errors"
import { joinSpans } from "../kit/pages"
import type { ParsedFile, ParseRequest } from "../kit/parse"
import { textBudget } from "../kit/text-budget"
import type { PdfLine } from "./lines"
import { pageTexts, splitMargins } from "./margins"
import { type ReadPage, readPage } from "./page"
import type { PdfDocument } from "./peer"
import { pdfPageText, wordsOf } from "./text"

/** A file may say that it has any number of pages. */
const maxPages = 50_000
/** So many pages that fail one after the other are not there. */
const maxFailures = 20

const noPage: ReadPage = {
  lines: [],
  notes: [],
  bottom: 0,
  top: 0,
  isUnreadable: false,
  isPartlyUnreadable: false,
}

/** Every page. One that can't be read is a problem, and no failure while others can. */
export async function readPages(
  document: PdfDocument,
  { maxTextLength, signal }: Pick<ParseRequest, "maxTextLength" | "signal">,
): Promise<ParsedFile> {
  if (document.numPages > maxPages) throw new LoadFileError("too-large", `It has ${document.numPages} pages.`)
  const budget = textBudget(maxTextLength)
  const pages: ReadPage[] = []
  const problems: string[] = []
  let failed: unknown
  let failures = 0
  for (let number = 1; number <= document.numPages; number++) {
    signal?.throwIfAborted()
    try {
      const page = await document.getPage(number)
      pages.push(await readPage(page, budget, signal))
      page.cleanup?.()
      failures = 0
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof LoadFileError) throw error
      failed ??= error
      problems.push(`Page ${number} could not be read: ${error instanceof Error ? error.message : error}`)
      pages.push(noPage)
      if (++failures === maxFailures) break
    }
  }
  const unread = pages.flatMap((page, index) => (page.isUnreadable ? [index + 1] : []))
  for (const page of unread)
    problems.push(`Page ${page} needs text recognition: its fonts do not say which letters they draw.`)
  pages.forEach(({ isPartlyUnreadable }, index) => {
    if (isPartlyUnreadable) problems.push(`Some characters of page ${index + 1} are none, and were left out.`)
  })
  const { text, spans } = joinSpans(textsOf(pages))
  if (text === "" && unread.length > 0) throw new LoadFileError("image-only", problems[problems.length - 1]!)
  if (text === "" && failed !== undefined) {
    throw new LoadFileError("damaged", "None of its pages can be read.", { cause: failed })
  }
  const numbered = spans.map((span, index) => ({ page: index + 1, ...span }))
  const blank = numbered.filter(({ start, end }) => start === end).map(({ page }) => page)
  return {
    text,
    metadata: { pages: numbered, ...(blank.length > 0 ? { pagesWithoutText: blank } : {}) },
    problems,
  }
}

function textsOf(pages: readonly ReadPage[]): readonly string[] {
  const words = wordsOf(pages.flatMap(({ lines }) => lines))
  const parted = splitMargins(
    pages.map(({ lines }) => lines),
    pages,
  )
  const marginText = (lines: readonly PdfLine[]) => lines.map(({ text }) => text).join("\n")
  const texts = pageTexts(
    parted.map(({ head, body, foot }) => ({
      head: marginText(head),
      body: pdfPageText(body, words),
      foot: marginText(foot),
    })),
  )
  return texts.map((text, index) =>
    [text, ...pages[index]!.notes.map((note) => `Note: ${note}`)]
      .filter((block) => block !== "")
      .join("\n\n"),
  )
}
