import { LoadFileError } from "../kit/errors"
import { joinSpans } from "../kit/pages"
import type { ParsedFile, ParseRequest } from "../kit/parse"
import { textBudget } from "../kit/text-budget"
import type { Zip } from "../kit/zip"
import { figureTexts } from "../office/figures"
import { mainPart, partXml, relationsOf, unlessDamaged } from "../office/parts"
import { childOf, childrenOf } from "../xml"
import { backgrounds } from "./background"
import { drawnShapes, notesText, slideText } from "./slide"

interface Slide {
  readonly text: string
  readonly isHidden: boolean
}

type DeckRequest = Pick<ParseRequest, "maxTextLength" | "includeHidden" | "signal">

/** Every slide of a show. One that can't be read is a problem, and no failure while there are others. */
export async function readDeck(
  zip: Zip,
  { maxTextLength, includeHidden, signal }: DeckRequest,
): Promise<ParsedFile> {
  const problems: string[] = []
  const problem = (text: string) => void problems.push(text)
  const budget = textBudget(maxTextLength)
  const show = await mainPart(zip, "ppt/presentation.xml", problem)
  const root = await partXml(zip, show)
  if (root.name !== "p:presentation") throw new LoadFileError("damaged", "It holds no presentation.")
  const entries = childrenOf(childOf(root, "p:sldIdLst"), "p:sldId")
  const paths = new Map((await relationsOf(zip, show)).map(({ id, path }) => [id, path]))
  const background = backgrounds(zip, drawnShapes, problem)
  const margins = new Set<string>()
  const slides: Slide[] = []
  const read = new Set<string>()
  let failed: unknown
  for (const [index, { attributes }] of entries.entries()) {
    signal?.throwIfAborted()
    slides.push(await slideAt(paths.get(attributes["r:id"] ?? ""), index + 1))
  }
  if (failed !== undefined && slides.every(({ text }) => text === "")) throw failed
  const { text, spans } = joinSpans(slides.map((slide) => slide.text))
  const pages = spans.map((span, index) => ({
    page: index + 1,
    ...span,
    ...(slides[index]!.isHidden ? { hidden: true } : {}),
  }))
  return { text, metadata: { pages }, problems }

  async function slideAt(path: string | undefined, number: number): Promise<Slide> {
    if (path !== undefined && read.has(path)) {
      problem(`Slide ${number} is one that came before, and was left out.`)
      return { text: "", isHidden: false }
    }
    try {
      if (path === undefined) throw new LoadFileError("damaged", "A slide of the show is missing.")
      read.add(path)
      return await readSlide(path, number)
    } catch (error) {
      if (!(error instanceof LoadFileError) || error.reason === "too-large") throw error
      failed ??= error
      problem(`Slide ${number} could not be read: ${error.message}`)
      return { text: "", isHidden: false }
    }
  }

  async function readSlide(path: string, number: number): Promise<Slide> {
    const slide = await partXml(zip, path)
    const isHidden = /^(?:0|false)$/.test(slide.attributes.show ?? "")
    if (isHidden && !includeHidden) return { text: "", isHidden }
    const relations = (await unlessDamaged(problem, () => relationsOf(zip, path))) ?? []
    const figures = await figureTexts(zip, relations, problem)
    if (relations.some(({ type }) => type === "comments")) problem("Comments were left out.")
    const notesPath = relations.find(({ type }) => type === "notesSlide")?.path
    const page =
      notesPath === undefined ? undefined : await unlessDamaged(problem, () => partXml(zip, notesPath))
    const notes = page === undefined ? "" : notesText(page)
    const own = slideText(slide, await background(slide, relations), number, {
      figures,
      budget,
      problem,
      margins,
    })
    const text = [own, notes && `Notes: ${notes}`].filter((block) => block !== "").join("\n\n")
    budget.spend(text.length)
    return { text, isHidden }
  }
}
