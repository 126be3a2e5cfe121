import type { ReadHtml } from "../html/reader"
import { joinSpans } from "../kit/pages"
import type { ParsedFile, ParseRequest } from "../kit/parse"
import { childrenOf, findElement, textOf, type XmlElement } from "../xml"
import { type PageContext, pageWriter } from "./page"

/** Slides as Markdown: a title or a number as heading, what is on it, its notes. */
export function readSlides(
  show: XmlElement,
  masters: readonly XmlElement[],
  context: PageContext,
  readHtml: ReadHtml,
  { includeHidden, maxTextLength }: Pick<ParseRequest, "includeHidden" | "maxTextLength">,
): ParsedFile {
  const write = pageWriter(context)
  const seen = new Set<XmlElement>()
  const words = (elements: readonly XmlElement[]) => readHtml(write(elements), maxTextLength).text
  const slides = childrenOf(show, "draw:page").map((page, index) => {
    const isHidden = context.looks.hidden.has(page.attributes["draw:style-name"] ?? "")
    if (isHidden && !includeHidden) return { text: "", isHidden }
    const frames = childrenOf(page).filter(({ name }) => name !== "presentation:notes")
    const title = frames.find(({ attributes }) => attributes["presentation:class"] === "title")
    const heading = title === undefined ? "" : textOf(title).replace(/\s+/g, " ").trim()
    const own = frames.filter((frame) => frame !== title && !isMargin(frame))
    const body = words([...own, ...drawnBy(page.attributes["draw:master-page-name"])])
    const notes = words(
      childrenOf(findElement(page, "presentation:notes")).filter((frame) => !isMargin(frame)),
    )
    const blocks = [body, notes && `Notes: ${notes}`].filter((block) => block !== "")
    if (heading === "" && blocks.length === 0) return { text: "", isHidden }
    return { text: [`## ${heading || `Slide ${index + 1}`}`, ...blocks].join("\n\n"), isHidden }
  })
  /** What a master draws on its slides, at the first of them. */
  function drawnBy(name: string | undefined): readonly XmlElement[] {
    const master = masters.find(({ attributes }) => attributes["style:name"] === name)
    if (master === undefined || seen.has(master)) return []
    seen.add(master)
    return childrenOf(master).filter(({ name, attributes }) => {
      return name.startsWith("draw:") && attributes["presentation:class"] === undefined
    })
  }

  const { text, spans } = joinSpans(slides.map((slide) => slide.text))
  const pages = spans.map((span, index) => ({
    page: index + 1,
    ...span,
    ...(slides[index]!.isHidden ? { hidden: true } : {}),
  }))
  return { text, metadata: { pages } }
}

/** Slide numbers, dates and footers repeat on every slide. */
const isMargin = ({ attributes }: XmlElement): boolean =>
  /^(?:page-number|date-time|footer|header)$/.test(attributes["presentation:class"] ?? "")
