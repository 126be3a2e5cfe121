import type { SourceDocument } from "../contracts"
import type { LoongInstance } from "./loong"
import { normalizeText } from "./normalize"

/**
 * The reader that only asks whether one paper's text holds another paper's title: the citations of a paper row as
 * the JSON that the row asks for. It needs no model, so its figures show whether loader and scorer are right.
 */
export function titleMatch(instance: LoongInstance, documents: readonly SourceDocument[]): string {
  const asked = normalizeText(instance.question)
  const papers = documents.map((document) => ({
    title: document.title ?? document.id,
    key: normalizeText(document.title ?? document.id),
    text: normalizeText(document.text),
  }))
  const own = papers.find(({ key }) => key === asked)
  const others = papers.filter((paper) => paper !== own)
  return JSON.stringify({
    Reference: others.filter(({ key }) => key !== "" && own?.text.includes(key)).map(({ title }) => title),
    Citation: others.filter(({ text }) => asked !== "" && text.includes(asked)).map(({ title }) => title),
  })
}
