import { decodeReferences } from "./references"

/** A start tag as it is written. */
export interface XmlTag {
  readonly name: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
  readonly isEmpty: boolean
  /** Where the text behind the tag begins. */
  readonly end: number
}

/**
 * The start tag that begins at a `<`; undefined where none is well formed. Read by hand, character by character, since
 * a pattern can be made to look at the same characters again and again.
 */
export function readTag(text: string, start: number): XmlTag | undefined {
  let at = start + 1
  const name = word()
  if (name === "") return undefined
  const attributes: [string, string][] = []
  for (;;) {
    skipSpace()
    const mark = text[at]
    if (mark === ">") return { name, attributes, isEmpty: false, end: at + 1 }
    if (mark === "/" && text[at + 1] === ">") return { name, attributes, isEmpty: true, end: at + 2 }
    const key = word()
    skipSpace()
    if (key === "" || text[at] !== "=") return undefined
    at++
    skipSpace()
    const quote = text[at]
    if (quote !== '"' && quote !== "'") return undefined
    const end = text.indexOf(quote, at + 1)
    if (end < 0) return undefined
    attributes.push([key, decodeReferences(text.slice(at + 1, end))])
    at = end + 1
  }

  function word(): string {
    const from = at
    while (at < text.length && !endsWord(text.charCodeAt(at))) at++
    return text.slice(from, at)
  }

  function skipSpace(): void {
    while (text.charCodeAt(at) <= 0x20) at++
  }
}

/** Space, quotes, `/`, `<`, `=` and `>`. */
function endsWord(unit: number): boolean {
  return unit <= 0x20 || unit === 0x22 || unit === 0x27 || unit === 0x2f || (unit >= 0x3c && unit <= 0x3e)
}
