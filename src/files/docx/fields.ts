import { childOf, type XmlElement } from "../xml"

interface Field {
  code: string
  /** True between the field's separator and its end, where what it shows stands. */
  isResult: boolean
  readonly form: XmlElement | undefined
}

/** Fields that are open, over the ends of paragraphs: what they show is text, what they are told is not. */
export interface DocxFields {
  /** True inside the instructions of a field. */
  readonly isCode: boolean
  /** True inside a field whose code begins with one of the given words. */
  isIn(names: ReadonlySet<string>): boolean
  instruct(code: string): void
  /** Gives up fields whose instructions did not end with their paragraph: they must not hide the rest of the file. */
  endParagraph(): void
  /** Takes a `w:fldChar`; returns what a field shows that keeps it in its properties. */
  mark(element: XmlElement): string
}

export function docxFields(): DocxFields {
  let open: Field[] = []
  let codes = 0
  return {
    get isCode() {
      return codes > 0
    },
    isIn: (names) => open.slice(-4).some(({ code }) => names.has(fieldName(code))),
    endParagraph() {
      if (codes > 0) open = open.filter(({ isResult }) => isResult)
      codes = 0
    },
    instruct(code) {
      const field = open.at(-1)
      if (field !== undefined && !field.isResult) field.code += code
    },
    mark(element) {
      const type = element.attributes["w:fldCharType"]
      const last = open.at(-1)
      if (type === "begin") {
        open.push({ code: "", isResult: false, form: childOf(element, "w:ffData") })
        codes++
      } else if (type === "separate" && last?.isResult === false) {
        last.isResult = true
        codes--
      } else if (type === "end" && last !== undefined) {
        open.pop()
        if (!last.isResult) codes--
        if (codes === 0) return shownByItself(last)
      }
      return ""
    },
  }
}

/** The first word of a field's code, in capitals. */
export const fieldName = (code: string): string => /^\s*(\w*)/.exec(code)![1]!.toUpperCase()

function shownByItself({ code, form, isResult }: Field): string {
  const box = childOf(form, "w:checkBox")
  if (box !== undefined) {
    const set = childOf(box, "w:checked") ?? childOf(box, "w:default")
    return set !== undefined && !/^(?:0|false|off)$/.test(set.attributes["w:val"] ?? "") ? "\u2612" : "\u2610"
  }
  const list = childOf(form, "w:ddList")
  if (list !== undefined && !isResult) {
    const entries = list.children.flatMap((child) =>
      typeof child !== "string" && child.name === "w:listEntry" ? [child.attributes["w:val"] ?? ""] : [],
    )
    return entries[Number(childOf(list, "w:result")?.attributes["w:val"] ?? 0)] ?? ""
  }
  // A formula in the older notation has no result; its code is all there is.
  return !isResult && fieldName(code) === "EQ" ? code.trim().slice(2).trim() : ""
}
