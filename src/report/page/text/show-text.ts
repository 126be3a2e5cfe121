import { type Child, make } from "../dom"
import { type Block, blocksOf, type ListItem } from "./blocks"
import { type Inline, inlineOf } from "./inline"

/** What stands for `[1]`; undefined where no citation has the number. */
export type ShowCitation = (number: number) => Node | undefined

/** The text of an answer as elements. Links and HTML stay as they are written. */
export function showText(text: string, showCitation: ShowCitation): Node[] {
  return blocksOf(text).map((block) => showBlock(block, showCitation))
}

function showBlock(block: Block, showCitation: ShowCitation): Node {
  const inline = (line: string) => inlineOf(line).map((piece) => showInline(piece, showCitation))
  const lines = (all: readonly string[]): Child[] =>
    all.flatMap((line, index): Child[] => (index === 0 ? inline(line) : [make("br"), ...inline(line)]))
  switch (block.kind) {
    case "heading":
      return make(block.level < 3 ? "h3" : "h4", { dir: "auto" }, inline(block.text))
    case "rule":
      return make("hr")
    case "code":
      return make("pre", { tabindex: 0 }, make("code", {}, showNumbers(block.text, showCitation)))
    case "list":
      return make(
        "div",
        { class: "list", role: "list" },
        block.items.map((item) => showItem(item, inline)),
      )
    case "table":
      return make(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of the answer" },
        make(
          "table",
          {},
          make(
            "thead",
            {},
            make(
              "tr",
              {},
              block.head.map((cell) => make("th", { scope: "col" }, inline(cell))),
            ),
          ),
          make(
            "tbody",
            {},
            block.rows.map((row) =>
              make(
                "tr",
                {},
                row.map((cell) => make("td", {}, inline(cell))),
              ),
            ),
          ),
        ),
      )
    default:
      return block.kind === "quote"
        ? make("blockquote", { class: "quoted", dir: "auto" }, lines(block.lines))
        : make("p", { dir: "auto" }, lines(block.lines))
  }
}

function showItem({ depth, label, text }: ListItem, inline: (line: string) => Child): Node {
  const mark = make("span", { class: "label", "aria-hidden": label === undefined }, label ?? "•")
  return make(
    "div",
    { role: "listitem", "data-depth": depth, dir: "auto" },
    mark,
    make("span", {}, inline(text)),
  )
}

function showInline(piece: Inline, showCitation: ShowCitation): Child {
  if (piece.kind === "citation") return showCitation(piece.number) ?? `[${piece.number}]`
  return piece.marks.reduceRight<Child>((inner, mark) => make(mark, {}, inner), piece.text)
}

/** In code only citations are anything else than text. */
function showNumbers(text: string, showCitation: ShowCitation): Child[] {
  return text.split(/(\[\d+\])/).map((part, index) => {
    return index % 2 === 0 ? part : (showCitation(Number(part.slice(1, -1))) ?? part)
  })
}
