import { escapeHtml } from "../html/escape"
import type { TextBudget } from "../kit/text-budget"
import { decoderOf, decoderOfCharset } from "./fonts"
import { lookAfter, plainLook, type RtfLook, shiftOf } from "./look"
import { rtfTokens } from "./tokens"
import { type RtfWriter, rtfWriter } from "./writer"

/** What holds inside of a group, and is forgotten at its end. */
interface State {
  readonly isLeftOut: boolean
  /** Left out with the texts that stand in it: they stand elsewhere too. */
  readonly isDouble: boolean
  /** Inside of what tells a field what to show. */
  readonly isInstruction: boolean
  readonly isMargin: boolean
  readonly look: RtfLook
  readonly isInTable: boolean
  readonly heading: number | undefined
  /** Letters that stand after a `\u` for readers that do not know it. */
  readonly fallback: number
  readonly font: number
  readonly writer: RtfWriter
  /** The number of the note that this is. */
  readonly note: number | undefined
}

/** Groups that hold no text of the document. */
const destinations = new Set(
  (
    "fonttbl colortbl stylesheet info pict object themedata colorschememapping latentstyles datastore listtable " +
    "listoverridetable rsidtbl generator xmlnstbl mmathPr filetbl revtbl annotation atnid atnauthor bkmkstart bkmkend"
  ).split(" "),
)
/** Groups that say again, for older readers, what stands elsewhere. */
const doubles = new Set(["nonshppict", "nonesttables", "shprslt"])

const marks: { readonly [word: string]: string } = {
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
  // A table in a cell, on one line.
  nestcell: ", ",
}
const pageNumbers = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i

/** The text of an RTF file as HTML: headers once, the text, footers once, notes last. */
export function rtfPage(source: string, budget: TextBudget, problem: (text: string) => void): string {
  const body = rtfWriter(budget)
  const margins = { header: [] as RtfWriter[], footer: [] as RtfWriter[] }
  const notes: RtfWriter[] = []
  const open: State[] = []
  let state: State = {
    isLeftOut: false,
    isDouble: false,
    isInstruction: false,
    isMargin: false,
    look: plainLook,
    isInTable: false,
    heading: undefined,
    fallback: 1,
    font: 0,
    writer: body,
    note: undefined,
  }
  const set = (changes: Partial<State>) => {
    state = { ...state, ...changes }
  }
  const fonts = new Map<number, TextDecoder | undefined>()
  let decoder = new TextDecoder("windows-1252")
  let instruction = ""
  let cell = { goesOnLeft: false, goesOnAbove: false }
  let skip = 0
  /** Of the text before that stands on the line. */
  let lineSize = plainLook.size
  /** Behind a `\\*`, which readers that do not know the next word leave a group out for. */
  let isStarred = false

  const write = (text: string) => {
    if (state.isInstruction) instruction += text.slice(0, 200)
    if (state.isLeftOut || text === "") return
    const { look, isInTable } = state
    if (look.isHidden) return problem("Hidden text was left out.")
    if (look.offset === 0) lineSize = look.size
    const shift = shiftOf(look, lineSize)
    const words = shift === undefined ? escapeHtml(text) : `<${shift}>${escapeHtml(text)}</${shift}>`
    state.writer.write(look.isStruck ? `<s>${words}</s>` : words, isInTable)
  }
  for (const token of rtfTokens(source)) {
    if (token.kind === "open") open.push(state)
    else if (token.kind === "close") state = open.pop() ?? state
    else if (token.kind === "text") {
      const text =
        token.bytes === undefined ? token.text : (fonts.get(state.font) ?? decoder).decode(token.bytes)
      const kept = text.slice(Math.min(skip, text.length))
      skip -= text.length - kept.length
      write(kept)
    } else control(token.word, token.value)
  }
  const once = (writers: readonly RtfWriter[]) => [...new Set(writers.map((writer) => writer.html()))]
  const numbered = notes.map((note) => note.html())
  return [...once(margins.header), body.html(), ...once(margins.footer), ...numbered].join("")

  function control(word: string, value: number | undefined): void {
    if (word === "u" && value !== undefined) {
      write(String.fromCharCode(value & 0xffff))
      skip = state.fallback
      return
    }
    skip = 0
    const look = lookAfter(state.look, word, value)
    if (look !== undefined) {
      set({ look })
      return
    }
    // Some write the notes of a text so.
    if (isStarred && word === "footnote") set({ isLeftOut: false })
    isStarred = word === "*" && !state.isLeftOut
    if (doubles.has(word)) set({ isLeftOut: true, isDouble: true })
    else if (destinations.has(word) || word === "*") leaveOut(word)
    else if (word === "fldinst") {
      instruction = ""
      set({ isLeftOut: true, isInstruction: true })
    } else if (word === "fldrslt" && state.isMargin && pageNumbers.test(instruction)) leavePageNumber()
    else if (word === "ansicpg") decoder = decoderOf(value) ?? decoder
    else if (word === "f") set({ font: value ?? 0 })
    else if (word === "fcharset") fonts.set(state.font, decoderOfCharset(value))
    else if (word === "uc") set({ fallback: value ?? 1 })
    else if (word === "deleted") set({ isLeftOut: state.isLeftOut || value !== 0 })
    else if (word === "pard") set({ isInTable: false, heading: undefined })
    else if (word === "intbl") set({ isInTable: true })
    else if (word === "outlinelevel") set({ heading: Math.min(6, (value ?? 0) + 1) })
    else if (/^(?:shptxt|dptxbxtext)$/.test(word)) beginBox()
    else if (word === "nestrow" && !state.isDouble) state.writer.write("; ", true)
    else if (!state.isLeftOut) textControl(word, value)
  }

  function leaveOut(word: string): void {
    if (word === "annotation") problem("Comments were left out.")
    if (word === "object") problem("An embedded object was left out.")
    set({ isLeftOut: true })
  }
  function leavePageNumber(): void {
    state.writer.leavePageNumber()
    set({ isLeftOut: true })
  }
  function beginBox(): void {
    if (state.isDouble) return
    const box = rtfWriter(budget)
    state.writer.add(box)
    set({ isLeftOut: false, isInTable: false, heading: undefined, writer: box })
  }

  function textControl(word: string, value: number | undefined): void {
    const { writer, isInTable, heading } = state
    const [, margin] = /^(header|footer)[lrf]?$/.exec(word) ?? []
    if (margin !== undefined) {
      const own = rtfWriter(budget)
      margins[margin as "header" | "footer"].push(own)
      set({ writer: own, isMargin: true, isInTable: false })
    } else if (word === "footnote") {
      notes.push(rtfWriter(budget))
      set({
        writer: notes.at(-1)!,
        note: notes.length,
        isInTable: false,
        heading: undefined,
        look: plainLook,
      })
    } else if (word === "chftn") write(`[${state.note ?? notes.length + 1}]`)
    else if (word === "chpgn" && state.isMargin) writer.leavePageNumber()
    else if (/^(?:par|sect|page)$/.test(word)) writer.paragraph(isInTable, heading)
    else if (word === "line") writer.write("<br>", isInTable)
    else if (word === "trowd") writer.defineRow()
    else if (word === "clmrg") cell = { ...cell, goesOnLeft: true }
    else if (word === "clvmrg") cell = { ...cell, goesOnAbove: true }
    else if (word === "cellx") {
      writer.defineCell({ ...cell, right: value ?? 0 })
      cell = { goesOnLeft: false, goesOnAbove: false }
    } else if (word === "cell") writer.cell()
    else if (word === "row") writer.row()
    else if (marks[word] !== undefined) write(marks[word])
  }
}
