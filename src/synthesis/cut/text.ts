type CountTokens = (text: string) => number

/** What is left of a marker that a cut went through. */
const cutMarker = /^\[\s*(?:E[\d\s,;E]*)?$/i

/** A text that was cut somewhere, without what is left of a marker at its end. */
export function withoutCutMarker(text: string): string {
  const at = text.lastIndexOf("[")
  return at >= 0 && cutMarker.test(text.slice(at)) ? text.slice(0, at).trimEnd() : text.trimEnd()
}

/**
 * The longest start of the text that holds at most `maxTokens`: whole lines, or a part of the first where even that is
 * too long. Never more than that, also by a counter that gives a part more tokens than the whole; then it may be empty.
 */
export function cutAtLine(text: string, maxTokens: number, countTokens: CountTokens): string {
  let [cut = ""] = splitAtLines(text, maxTokens, countTokens, 1)
  cut = cut.length < text.length ? withoutCutMarker(cut) : cut.trimEnd()
  while (cut !== "" && countTokens(cut) > maxTokens) cut = withoutCutMarker(cut.slice(0, middleOf(cut)))
  return cut
}

/**
 * Cuts the text at its lines into parts of at most `maxTokens`; a longer line is cut at white space, and a longer
 * word between characters. No part is empty and together they are the text, but for the line breaks between them. A
 * single character is a part whatever it costs.
 */
export function splitAtLines(
  text: string,
  maxTokens: number,
  countTokens: CountTokens,
  maxParts: number = Number.POSITIVE_INFINITY,
): readonly string[] {
  const parts: string[] = []
  let part = ""
  let tokens = 0
  const close = () => {
    if (part.trim() !== "") for (const piece of partsWithin(part, maxTokens, countTokens)) parts.push(piece)
    part = ""
    tokens = 0
  }
  for (const line of text.split("\n")) {
    if (parts.length >= maxParts) break
    const cost = countTokens(line) + 1
    if (tokens + cost > maxTokens && part !== "") close()
    if (cost <= maxTokens) {
      part = part === "" ? line : `${part}\n${line}`
      tokens += cost
      continue
    }
    let rest = line
    while (rest !== "" && parts.length < maxParts) {
      const length = fittingLength(rest, maxTokens, countTokens)
      for (const piece of partsWithin(rest.slice(0, length), maxTokens, countTokens)) parts.push(piece)
      rest = rest.slice(length)
    }
  }
  if (parts.length < maxParts) close()
  return parts.slice(0, maxParts)
}

/** The text, or its halves, and theirs, where lines that fit one by one are counted higher together. */
function partsWithin(text: string, maxTokens: number, countTokens: CountTokens): readonly string[] {
  if (text.length <= 1 || countTokens(text) <= maxTokens) return [text]
  const middle = middleOf(text)
  if (middle === 0) return [text]
  const halves = [text.slice(0, middle), text.slice(middle)].filter((half) => half.trim() !== "")
  return halves.flatMap((half) => partsWithin(half, maxTokens, countTokens))
}

/** Between two characters, never inside one; 0 for a single one. */
function middleOf(text: string): number {
  const middle = text.length >> 1
  return cutsPair(text, middle) ? middle - 1 : middle
}

function cutsPair(text: string, at: number): boolean {
  return /[\uD800-\uDBFF]/.test(text[at - 1] ?? "") && /[\uDC00-\uDFFF]/.test(text[at] ?? "")
}

/** Length of the longest start within the limit, at white space where there is some; at least one character. */
function fittingLength(text: string, maxTokens: number, countTokens: CountTokens): number {
  let low = 1
  // No encoding packs more than this many characters into a token often enough to matter; it bounds the search.
  let high = Math.min(text.length, maxTokens * 16)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (countTokens(text.slice(0, middle)) + 1 <= maxTokens) low = middle
    else high = middle - 1
  }
  if (low >= text.length) return text.length
  const space = text.lastIndexOf(" ", low)
  const length = space > low / 2 ? space + 1 : low
  return cutsPair(text, length) ? Math.max(length - 1, 2) : length
}
