type CountTokens = (text: string) => number

/** The longest start of the text that holds at most `maxTokens`: whole lines, or a part of the first where even that is too long. */
export function cutAtLine(text: string, maxTokens: number, countTokens: CountTokens): string {
  const [first = ""] = splitAtLines(text, maxTokens, countTokens, 1)
  return first.trimEnd()
}

/**
 * Cuts the text at its lines into parts of at most `maxTokens`; a longer line is cut at white space, and a longer
 * word between characters. No part is empty and together they are the text, but for the line breaks between them.
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
    if (part.trim() !== "") parts.push(part)
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
      parts.push(rest.slice(0, length))
      rest = rest.slice(length)
    }
  }
  if (parts.length < maxParts) close()
  return parts.slice(0, maxParts)
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
  const cutsPair = /[\uD800-\uDBFF]/.test(text[length - 1]!) && /[\uDC00-\uDFFF]/.test(text[length] ?? "")
  return cutsPair ? Math.max(length - 1, 2) : length
}
