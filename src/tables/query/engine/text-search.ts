/**
 * Searches in texts whose cost is counted. SQLite's own take time in proportion to the product of the two lengths within
 * one instruction, which nothing can stop: minutes for two texts of a megabyte.
 */

/** Takes the cost of a search, in comparisons. @throws when there is no more to spend */
export type Spend = (comparisons: number) => void

/** Comparisons between two looks at the budget. */
const stretch = 65_536

/** Positions of `needle` in `text`, one after another without overlap. */
export function* occurrences(text: string, needle: string, spend: Spend): Generator<number, void, void> {
  let compared = 0
  for (let at = 0; at + needle.length <= text.length; ) {
    let length = 0
    while (length < needle.length && text.charCodeAt(at + length) === needle.charCodeAt(length)) length++
    compared += length + 1
    if (compared >= stretch) {
      spend(compared)
      compared = 0
    }
    if (length === needle.length) {
      yield at
      at += needle.length
    } else {
      at++
    }
  }
  spend(compared)
}

/** A pattern's parts: any text, any one character, or characters that a test holds for. */
export type PatternPart = "any" | "one" | ((codePoint: number) => boolean)

/** Whether all of the text is what the pattern says. */
export function matches(text: string, pattern: readonly PatternPart[], spend: Spend): boolean {
  let at = 0
  let part = 0
  let compared = 0
  // Where to go on when what follows the last "any" does not fit: it takes one character more.
  let afterAny = -1
  let takenUpTo = 0
  while (at < text.length) {
    if (++compared >= stretch) {
      spend(compared)
      compared = 0
    }
    const current = pattern[part]
    const codePoint = text.codePointAt(at)!
    if (current === "any") {
      afterAny = ++part
      takenUpTo = at
    } else if (current === "one" || (typeof current === "function" && current(codePoint))) {
      part++
      at += widthOf(codePoint)
    } else if (afterAny >= 0) {
      part = afterAny
      takenUpTo += widthOf(text.codePointAt(takenUpTo)!)
      at = takenUpTo
    } else {
      spend(compared)
      return false
    }
  }
  spend(compared)
  while (pattern[part] === "any") part++
  return part === pattern.length
}

/** The text without what `holds` at its beginning, its end, or both. */
export function trimmed(
  text: string,
  characters: string,
  ends: { readonly start: boolean; readonly end: boolean },
): string {
  const dropped = new Set(characters)
  const points = [...text]
  let from = 0
  let to = points.length
  if (ends.start) while (from < to && dropped.has(points[from]!)) from++
  if (ends.end) while (to > from && dropped.has(points[to - 1]!)) to--
  return points.slice(from, to).join("")
}

/** Characters up to a position, counting a surrogate pair once. */
export function charactersBefore(text: string, position: number): number {
  let count = 0
  for (let at = 0; at < position; at += widthOf(text.codePointAt(at)!)) count++
  return count
}

function widthOf(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1
}
