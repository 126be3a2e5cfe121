import { digitBases } from "./scan-brackets"

/** What stands in one marker: ranges of evidence numbers, and words beside them that are no part of any form. */
export interface Marker {
  readonly ranges: readonly { readonly first: number; readonly last: number }[]
  readonly note: string
}

const emphasis = /[*_`^\\\u200b-\u200f\ufeff]/g
const fullWidth = /[\uff01-\uff5e]/g
const otherDigit = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g
// All of them sticky, and every repetition that is tried in vain is bounded.
const head =
  /\s*(?:(?:see|cf|vgl|siehe|voir|ver|bkz|sources?|quellen?|evidence|belege?|refs?|references?|citations?|quotes?|markers?|id)\b[\s.:#]{0,3})?/iy
const item = /(E)?[\s.:#-]{0,2}(\d+)(?![A-Za-z0-9])/iy
const page =
  /[\s,:;(]{0,4}(?:(?:pp?|pgs?|pages?|s|seiten?|p[a\u00e1]g(?:ina)?s?|str|sayfa|lines?|l|sec|section|para|clause|chunk|passage|\u00a7{1,2}|\u0635|\u0635\u0641\u062d\u0629|\u7b2c|\u9801|\u9875)[\s.]{0,3}|:\s?)\d+(?:\s?[-\u2013]\s?\d+)?\s?(?:\u9875|\u9801|\u30da\u30fc\u30b8)?\)?|\u2020[^\u2020]{0,60}/iy
const range =
  /\s{0,3}[-~\u2010-\u2015\u2212\u301c]{1,3}\s{0,3}|\s{0,3}(?:\.{2,3}|\u2026)\s{0,3}|\s{1,3}(?:to|thru|through|bis|\u00e0|hasta)\s{1,3}|\s{0,3}(?:\u0625\u0644\u0649|\u81f3|\u5230)\s{0,3}/iy
const separator =
  /[\s,;/&+|\u3001\u00b7\u2022\u060c\u061b]{0,60}(?:(?:and|und|et|y|e|ve|or|och|og)\s{1,3}|(?:\u548c|\u4e0e|\u8207|\u53ca|\u3068|\u0648)\s{0,3})?/iy
const noteEdges = /^[\s:,;|\u2013\u2014-]{1,60}|[\s:,;|\u2013\u2014-]{1,60}$/g

/** Reads what stands between brackets; undefined where it is no marker. Linear. */
export function readMarker(content: string): Marker | undefined {
  const text = plain(content)
  const ranges: { first: number; last: number }[] = []
  let afterPage = false
  let at = 0
  let next: number | undefined = endOf(head, text, 0) ?? 0
  while (next !== undefined) {
    const [whole, letter, digits] = match(item, text, next) ?? []
    if (digits === undefined || (at === 0 && letter === undefined)) break
    at = next + whole!.length
    // Numbers behind a page are pages too.
    if (!afterPage || letter !== undefined) {
      const first = numberOf(digits)
      const until = readRange(text, at)
      ranges.push({ first, last: until?.last ?? first })
      at = until?.at ?? at
    }
    const pageEnd = endOf(page, text, at)
    afterPage = pageEnd !== undefined || (afterPage && letter === undefined)
    at = pageEnd ?? at
    next = endOf(separator, text, at)
  }
  const note = text.slice(at).replace(noteEdges, "")
  if (ranges.length === 0 || /E[\s.:#-]{0,2}\d/i.test(note)) return undefined
  return { ranges, note: note.replace(/[()]/g, "") }
}

function readRange(text: string, at: number): { readonly last: number; readonly at: number } | undefined {
  const from = endOf(range, text, at)
  const [whole, , digits] = (from === undefined ? undefined : match(item, text, from)) ?? []
  return digits === undefined ? undefined : { last: numberOf(digits), at: from! + whole!.length }
}

/** Without typography: full-width forms, digits of other scripts, emphasis and escapes. */
function plain(content: string): string {
  return content
    .replace(fullWidth, (form) => String.fromCharCode(form.charCodeAt(0) - 0xfee0))
    .replace(otherDigit, (digit) => {
      const unit = digit.charCodeAt(0)
      return String(unit - digitBases.find((base) => unit >= base && unit < base + 10)!)
    })
    .replace(emphasis, "")
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

/** Where a match at this place ends; undefined where there is none, or an empty one. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  const found = match(pattern, text, at)
  return found === undefined || found[0] === "" ? undefined : at + found[0].length
}

/** Longer numbers are no evidence's, and would not be written as digits again. */
function numberOf(digits: string): number {
  return Number(digits.slice(0, 15))
}
