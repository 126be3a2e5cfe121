import { splitAtLines } from "../cut/text"
import type { MergeText } from "../text"

/** Two batches of about the same size; a single text is cut at a line. */
export function halveTexts(
  parts: readonly MergeText[],
  sizeOf: (text: MergeText) => number,
  countTokens: (text: string) => number,
): readonly (readonly MergeText[])[] {
  if (parts.length === 1) {
    const [part] = parts as [MergeText]
    return splitAtLines(part.text, Math.ceil(part.tokens / 2) + 1, countTokens).map((text, index) => {
      const tokens = countTokens(text)
      const { node } = part
      // A leaf that stands in the tree twice says which part each is, like findings split before any call.
      const leaf = node.kind === "findings" && node.part === undefined
      return [{ ...part, text, tokens, node: leaf ? { ...node, tokens, part: index + 1 } : node }]
    })
  }
  const half = parts.reduce((sum, part) => sum + sizeOf(part), 0) / 2
  let count = 0
  for (let sum = 0; count < parts.length - 1 && (count === 0 || sum < half); count++)
    sum += sizeOf(parts[count]!)
  return [parts.slice(0, count), parts.slice(count)]
}
