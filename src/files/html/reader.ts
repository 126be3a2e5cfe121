import { textBudget } from "../kit/text-budget"
import { htmlToMarkdown } from "./markdown"
import { loadHtmlLibrary } from "./peer"
import { findElement, parseHtml, wordsOf } from "./tree"

/** Makes Markdown of a page. @throws LoadFileError `too-large` over `maxTextLength` characters. */
export type ReadHtml = (
  page: string,
  maxTextLength: number,
) => { readonly title: string | undefined; readonly text: string }

/**
 * The reader of HTML, for every format that comes to it.
 *
 * @throws InvalidArgumentError that says what to install.
 */
export async function loadHtmlReader(): Promise<ReadHtml> {
  const library = await loadHtmlLibrary()
  return (page, maxTextLength) => {
    const tree = parseHtml(library, page)
    const title = findElement(tree, "title")
    return {
      title: (title && wordsOf(title)) || undefined,
      text: htmlToMarkdown(tree, textBudget(maxTextLength)),
    }
  }
}
