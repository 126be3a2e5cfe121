import type { Answer, SourceDocument } from "spd-rag"

const filler = "Nothing of use is said here. ".repeat(400)

/** Two contracts, each longer than a prompt shows at once. */
export const documents: readonly SourceDocument[] = [30, 60].map((days, index) => ({
  id: `contract-${index}`,
  text: `${filler}\n\nThe buyer pays within ${days} days.\n\n${filler}`,
}))

export const question = "Within how many days does the buyer pay?"

/** @throws Error unless every document answers, and each is cited verbatim at the offsets that are told */
export function checkAnswer(answer: Answer): void {
  const statuses = answer.documents.map(({ status }) => status).join(", ")
  if (statuses !== "answered, answered") throw new Error(`The documents are ${statuses}.`)
  for (const { id, text } of documents) {
    const own = answer.citations.filter(({ documentId }) => documentId === id)
    if (own.length === 0) throw new Error(`${id} is not cited.`)
    for (const { quote, start, end } of own) {
      if (text.slice(start, end) !== quote) throw new Error(`A quote is not at ${start}-${end} of ${id}.`)
    }
  }
}
