/** Joins texts with an empty line between them, and says where each one stands. */
export function joinSpans(texts: readonly string[]): {
  text: string
  spans: { start: number; end: number }[]
} {
  let text = ""
  const spans = texts.map((part) => {
    if (text !== "" && part !== "") text += "\n\n"
    const start = text.length
    text += part
    return { start, end: text.length }
  })
  return { text, spans }
}
