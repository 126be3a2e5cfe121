import { escapeHtml } from "../html/escape"
import type { TextBudget } from "../kit/text-budget"
import { rtfTokens } from "./tokens"

/** What holds inside of a group, and is forgotten at its end. */
interface State {
  readonly isLeftOut: boolean
  readonly shift: "sup" | "sub" | undefined
  readonly isStruck: boolean
  readonly isInTable: boolean
  /** Letters that stand after a `\u` for readers that do not know it. */
  readonly fallback: number
}

/** Groups that hold no text of the document. */
const destinations = new Set(
  (
    "fonttbl colortbl stylesheet info pict object themedata colorschememapping latentstyles datastore listtable " +
    "listoverridetable rsidtbl generator xmlnstbl mmathPr fldinst filetbl revtbl annotation atnid atnauthor bkmkstart bkmkend " +
    "pntext nonshppict header headerl headerr headerf footer footerl footerr footerf"
  ).split(" "),
)

const marks: { readonly [word: string]: string } = {
  par: "</p><p>",
  sect: "</p><p>",
  page: "</p><p>",
  line: "<br>",
  tab: "\t",
  emdash: "\u2014",
  endash: "\u2013",
  lquote: "\u2018",
  rquote: "\u2019",
  ldblquote: "\u201c",
  rdblquote: "\u201d",
  bullet: "\u2022",
  emspace: " ",
  enspace: " ",
}

/** The text of an RTF file as HTML. */
export function rtfPage(source: string, budget: TextBudget): string {
  const parts: string[] = ["<p>"]
  const push = (part: string) => {
    budget.spend(part.length)
    parts.push(part)
  }
  const open: State[] = []
  let state: State = { isLeftOut: false, shift: undefined, isStruck: false, isInTable: false, fallback: 1 }
  let decoder = new TextDecoder("windows-1252")
  let place: "text" | "table" | "row" | "cell" = "text"
  let skip = 0

  const write = (text: string) => {
    if (state.isLeftOut || text === "") return
    if (state.isInTable) {
      if (place !== "cell") openCell()
    } else if (!state.isInTable && place !== "text") {
      push("</table><p>")
      place = "text"
    }
    const words =
      state.shift === undefined ? escapeHtml(text) : `<${state.shift}>${escapeHtml(text)}</${state.shift}>`
    push(state.isStruck ? `<s>${words}</s>` : words)
  }
  const openCell = () => {
    push(place === "text" ? "</p><table><tr><td>" : place === "table" ? "<tr><td>" : "<td>")
    place = "cell"
  }
  for (const token of rtfTokens(source)) {
    if (token.kind === "open") open.push(state)
    else if (token.kind === "close") state = open.pop() ?? state
    else if (token.kind === "text") {
      const text = token.bytes === undefined ? token.text : decoder.decode(token.bytes)
      const kept = text.slice(Math.min(skip, text.length))
      skip -= text.length - kept.length
      write(kept)
    } else control(token.word, token.value)
  }
  return parts.join("")

  function control(word: string, value: number | undefined): void {
    if (word === "u" && value !== undefined) {
      write(String.fromCharCode(value & 0xffff))
      skip = state.fallback
      return
    }
    skip = 0
    if (destinations.has(word) || word === "*") state = { ...state, isLeftOut: true }
    else if (word === "ansicpg") decoder = decoderOf(value) ?? decoder
    else if (word === "uc") state = { ...state, fallback: value ?? 1 }
    else if (word === "super") state = { ...state, shift: "sup" }
    else if (word === "sub") state = { ...state, shift: "sub" }
    else if (word === "nosupersub") state = { ...state, shift: undefined }
    else if (/^(?:striked?|deleted)$/.test(word)) state = { ...state, isStruck: value !== 0 }
    else if (word === "plain") state = { ...state, shift: undefined, isStruck: false }
    else if (word === "pard") state = { ...state, isInTable: false }
    else if (word === "intbl") state = { ...state, isInTable: true }
    else if (state.isLeftOut) return
    else if (word === "cell") {
      if (place !== "cell") openCell()
      push("</td>")
      place = "row"
    } else if (word === "row") {
      if (place === "text") return
      push("</tr>")
      place = "table"
    } else if (marks[word] !== undefined) {
      const mark = marks[word]
      if (mark.startsWith("</p>")) push(place === "cell" && state.isInTable ? "<br>" : mark)
      else if (mark === "<br>") push(mark)
      else write(mark)
    }
  }
}

function decoderOf(codePage: number | undefined): TextDecoder | undefined {
  const names: { readonly [page: number]: string } = {
    932: "shift_jis",
    936: "gbk",
    949: "euc-kr",
    950: "big5",
    874: "windows-874",
  }
  try {
    return new TextDecoder(names[codePage ?? 0] ?? `windows-${codePage}`)
  } catch {
    return undefined
  }
}
