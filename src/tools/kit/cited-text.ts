import type { Answer } from "../../contracts/answer"

/** The answer with its citations as lines behind it. */
export function citedText({ text, citations, warnings }: Answer): string {
  const sources = citations.map(({ number, title, quote, documentId, page, start, end }) => {
    const place = page === undefined ? "" : `, page ${page}`
    return `[${number}] ${title}${place} (${documentId}, ${start}-${end}): "${quote.replace(/\s+/g, " ")}"`
  })
  const notes = warnings.map(({ message }) => `Note: ${message}`)
  return [text, sources.join("\n"), notes.join("\n")].filter((part) => part !== "").join("\n\n")
}
