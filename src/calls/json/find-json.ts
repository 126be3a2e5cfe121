import { withoutThinking } from "../thinking"
import { parseLoosely, parseStrictly } from "./parse"
import { closeCut, scanValue } from "./scan"

/** A JSON value that a reply may mean. */
export interface FoundJson {
  readonly value: unknown
  /** True where the reply ends inside the value, which holds what was complete by then. */
  readonly cut: boolean
}

/** Places where a value may begin; prose with more braces than this is not looked at to its end. */
const mostStarts = 40
/** An object, or a list of them; words in braces are no start. */
const startPattern = /\{\s*["'\u201c}\p{L}_]|\[\s*\{/gu

/**
 * The JSON values that a reply may mean, likeliest first: the whole reply; then, its thinking left out, what stands
 * between words or in a fence, first as it is, then as loose writing may mean it; then what was complete of a value
 * that the reply does not end. Time is linear in the reply.
 */
export function* findJson(reply: string): Generator<FoundJson, void> {
  const bare = reply.replace(/^\uFEFF/, "").trim()
  const whole = parseStrictly(bare)
  if (whole !== undefined) yield { ...whole, cut: false }
  const text = withoutThinking(bare).trim()
  const { closed, open } = valuesIn(text)
  for (const parse of [parseStrictly, parseLoosely]) {
    for (const part of closed) {
      const parsed = parse(part)
      if (parsed !== undefined) yield { ...parsed, cut: false }
    }
  }
  for (const parse of [parseStrictly, parseLoosely]) {
    for (const part of open) {
      const parsed = parse(part)
      if (parsed !== undefined) yield { ...parsed, cut: true }
    }
  }
}

/** Parts of a text that may be values, likeliest first, and what it does not close. */
function valuesIn(text: string): { readonly closed: readonly string[]; readonly open: readonly string[] } {
  const closed: string[] = []
  const open: string[] = []
  startPattern.lastIndex = 0
  let first: number | undefined
  for (let count = 0; count < mostStarts; count++) {
    const start = startPattern.exec(text)?.index
    if (start === undefined) break
    first ??= start
    const scan = scanValue(text, start)
    if (scan.end !== undefined) {
      closed.push(text.slice(start, scan.end))
      startPattern.lastIndex = scan.end
    } else {
      open.push(closeCut(text, start, scan))
      startPattern.lastIndex = start + 1
    }
  }
  // A draft comes before what it leads to.
  closed.reverse()
  // A quotation mark that is not escaped misleads the scan; the repair may see through it.
  const last = text.lastIndexOf("}") + 1
  if (first !== undefined && last > first) closed.push(text.slice(first, last))
  return { closed, open }
}
