import type { ReportDocument, ReportQuote } from "../../data/types"
import { button, type Child, count, make } from "../dom"

/** What the panel shows: where it comes from, what is said there, and the quotes behind it. */
export interface Source {
  readonly label: string
  readonly document: ReportDocument
  readonly value?: string | undefined
  /** Of a whole document, what it says to each task or column. */
  readonly answers?: readonly (readonly [name: string, value: string])[] | undefined
  readonly notes?: readonly string[] | undefined
  readonly quotes: readonly ReportQuote[]
  /** The one before and after it, where there are such. */
  readonly previous?: (() => void) | undefined
  readonly next?: (() => void) | undefined
}

export interface SourcePanel {
  readonly element: HTMLElement
  /** `opener` gets the focus when the panel closes. */
  show(source: Source, opener: HTMLElement): void
}

/** A panel beside the page; Escape closes it. */
export function createSourcePanel(): SourcePanel {
  const heading = make("h2", { id: "source-heading", tabindex: -1, dir: "auto" })
  const label = make("p", { class: "soft label" })
  const content = make("div", {
    class: "content",
    tabindex: 0,
    role: "group",
    "aria-labelledby": "source-heading",
  })
  const steps = make("div", { class: "steps" })
  const head = make("header", {}, label, steps, button("Close", close, { class: "close" }))
  const element = make(
    "aside",
    { class: "source", hidden: true, "aria-labelledby": "source-heading" },
    head,
    heading,
    content,
  )
  let openedBy: HTMLElement | undefined

  function close(): void {
    element.hidden = true
    openedBy?.focus({ preventScroll: true })
  }

  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close()
  })
  return {
    element,
    show(source, opener) {
      openedBy = opener
      label.textContent = source.label
      heading.textContent = source.document.title
      steps.replaceChildren(
        step("Previous source", "←", source.previous),
        step("Next source", "→", source.next),
      )
      content.replaceChildren(...parts(source))
      content.scrollTop = 0
      element.hidden = false
      heading.focus({ preventScroll: true })
    },
  }
}

function step(name: string, sign: string, go: (() => void) | undefined): Node {
  if (go === undefined) return document.createTextNode("")
  return button(sign, go, { "aria-label": name, title: name })
}

function parts({ document, value, answers = [], notes = [], quotes }: Source): HTMLElement[] {
  const { id, title, reason, metadata = [], slices } = document
  const isQuoted = quotes.some(({ text }) => text === value)
  return [
    ...(id === title ? [] : [make("p", { class: "soft id" }, id)]),
    ...(value && !isQuoted ? [make("p", { class: "value", dir: "auto" }, value)] : []),
    ...pairList(answers, "answers"),
    ...notes.map((note) => make("p", { class: "note", dir: "auto" }, note)),
    ...(reason === undefined ? [] : [make("p", { class: "note", dir: "auto" }, reason)]),
    ...quotes.map((quote) => shownQuote(quote, slices)),
    ...pairList(metadata, "metadata"),
  ]
}

function pairList(pairs: readonly (readonly [name: string, value: string])[], name: string): HTMLElement[] {
  if (pairs.length === 0) return []
  const items = pairs.map(([name, text]) =>
    make("div", {}, make("dt", { dir: "auto" }, name), make("dd", { dir: "auto" }, text)),
  )
  return [make("dl", { class: name }, items)]
}

function shownQuote(quote: ReportQuote, slices: ReportDocument["slices"]): HTMLElement {
  const { text, start, end, page, headings = [] } = quote
  const slice = slices.find((one) => one.start <= start && one.start + one.text.length >= end)
  const before = slice?.text.slice(0, start - slice.start) ?? ""
  const after = slice?.text.slice(end - slice.start) ?? ""
  const passage: Child[] =
    slice === undefined
      ? [make("mark", {}, text)]
      : [cutStart(before, slice.start === 0), make("mark", {}, text), cutEnd(after)]
  return make(
    "figure",
    {},
    headings.length === 0 ? undefined : make("p", { class: "path", dir: "auto" }, headings.join(" › ")),
    make("blockquote", { dir: "auto" }, passage),
    make(
      "figcaption",
      {},
      page === undefined ? "Characters " : `Page ${count(page)}, characters `,
      `${count(start)} to ${count(end)}`,
      slice === undefined ? ". The text around it is not in this report." : "",
    ),
  )
}

/** A slice may hold the text around several quotes; of it, this much is shown on either side. */
const mostCharacters = 600

function cutStart(text: string, isWhole: boolean): string {
  if (isWhole && text.length <= mostCharacters) return text
  return `… ${text.slice(-mostCharacters).replace(/^\S{0,30}\s+/, "")}`
}

const cutEnd = (text: string): string => `${text.slice(0, mostCharacters).replace(/\s+\S{0,30}$/, "")} …`
