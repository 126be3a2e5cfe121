import type { ReportCitation, ReportData, ReportQuote } from "../../data/types"
import { button, count, make } from "../dom"
import { showText } from "../text/show-text"
import type { SourcePanel } from "./source-panel"

/** The answer's text; each `[n]` opens its source. */
export function answerText(data: ReportData, panel: SourcePanel): HTMLElement {
  const byNumber = new Map(data.citations.map((citation) => [citation.number, citation]))
  const nodes = showText(data.text ?? "", (number) => {
    const citation = byNumber.get(number)
    if (citation === undefined) return undefined
    const { title } = data.documents[citation.document]!
    const made = button(String(number), () => openCitation(data, citation, panel, made), {
      class: "cite",
      "aria-label": `Source ${number}, ${title}`,
      title,
    })
    return made
  })
  return make("div", { class: "answer" }, nodes)
}

/** Every source with its quote, in order: what remains of the citations on paper. */
export function sourceList(data: ReportData, panel: SourcePanel): HTMLElement {
  const items = data.citations.map((citation) => {
    const { number, document, quote } = citation
    const opener = button(
      [
        make("span", { class: "number" }, String(number)),
        make("span", { class: "title", dir: "auto" }, data.documents[document]!.title, pageOf(quote)),
        make("q", { dir: "auto" }, quote.text),
      ],
      () => openCitation(data, citation, panel, opener),
    )
    return make("li", {}, opener)
  })
  return make("ol", { class: "sources" }, items)
}

const pageOf = ({ page }: ReportQuote): string => (page === undefined ? "" : `, page ${count(page)}`)

function openCitation(
  data: ReportData,
  citation: ReportCitation,
  panel: SourcePanel,
  opener: HTMLElement,
): void {
  const { citations, documents } = data
  const at = citations.indexOf(citation)
  const to = (next: ReportCitation | undefined) =>
    next === undefined ? undefined : () => openCitation(data, next, panel, opener)
  panel.show(
    {
      label: `Source ${citation.number} of ${citations.length}`,
      document: documents[citation.document]!,
      quotes: [citation.quote],
      previous: to(citations[at - 1]),
      next: to(citations[at + 1]),
    },
    opener,
  )
}
