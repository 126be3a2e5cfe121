import { jsonrepair } from "jsonrepair"

/** Longer texts are not repaired: the repair is not linear in every text, and takes about 40 ms for the worst of this length. */
const longestRepair = 24_000
/** A backslash that JSON has no meaning for, as in LaTeX; what it has one for is matched first and kept. */
const loneBackslash = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|\\/g

export interface Parsed {
  readonly value: unknown
}

export function parseStrictly(text: string): Parsed | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** As people and models write it: commas too many, raw line breaks, single quotes, Python's words, comments. */
export function parseLoosely(text: string): Parsed | undefined {
  if (text.length > longestRepair) return undefined
  try {
    return parseStrictly(
      jsonrepair(text.replace(loneBackslash, (match) => (match === "\\" ? "\\\\" : match))),
    )
  } catch {
    return undefined
  }
}
