import { textBudget } from "../kit/text-budget"
import { htmlToMarkdown } from "./markdown"
import { loadHtmlLibrary } from "./peer"
import { styleSheet, styleTexts } from "./style-sheet"
import { findElement, parseHtml, wordsOf } from "./tree"

/** Makes Markdown of a page. @throws LoadFileError `too-large` over `maxTextLength` characters. */
export type ReadHtml = (
  page: string,
  maxTextLength: number,
  /** Style sheets that stand in files of their own. */
  sheets?: readonly string[],
) => { readonly title: string | undefined; readonly text: string }

/**
 * The reader of HTML, for every format that comes to it.
 *
 * @throws InvalidArgumentError that says what to install.
 */
export async function loadHtmlReader(): Promise<ReadHtml> {
  const library = await loadHtmlLibrary()
  return (page, maxTextLength, sheets = []) => {
    const styles = styleSheet([...sheets, ...styleTexts(page)])
    const tree = parseHtml(library, page, styles)
    const title = findElement(tree, "title")
    return {
      title: (title && wordsOf(title)) || undefined,
      text: htmlToMarkdown(tree, styles, textBudget(maxTextLength)),
    }
  }
}
