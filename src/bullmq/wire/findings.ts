import type { Chunk, Findings, Passage, Quote, StoredDocument, TaskAnswer } from "../../contracts"
import { InvalidOutputError } from "../../errors"
import { joinSlices } from "../../evidence/slices"
import { sha256 } from "../../runtime/hash"

type PackedQuote = Omit<Quote, "text"> & { readonly digest: string }
type PackedPassage = Omit<Passage, "text" | "headings" | "tableHeader">

/** Findings without a word of the document: places in it, and what the agent said. The report is written anew. */
export type PackedFindings = Omit<Findings, "documentId" | "title" | "report" | "answers" | "searches"> & {
  readonly answers: readonly (Omit<TaskAnswer, "quotes"> & { readonly quotes: readonly PackedQuote[] })[]
  readonly searches: readonly { readonly query: string; readonly passages: readonly PackedPassage[] }[]
}

export async function packFindings(findings: Findings): Promise<PackedFindings> {
  const { documentId: _, title: __, report: ___, answers, searches, ...rest } = findings
  return {
    ...rest,
    answers: await Promise.all(
      answers.map(async (answer) => ({
        ...answer,
        quotes: await Promise.all(
          answer.quotes.map(async ({ text, ...place }) => ({ ...place, digest: await digestOf(text) })),
        ),
      })),
    ),
    searches: searches.map(({ query, passages }) => ({
      query,
      passages: passages.map(({ text: _, headings: __, tableHeader: ___, ...place }) => place),
    })),
  }
}

/**
 * The same findings with the document's words put in. A quote whose words are not those that the worker read is left
 * out and counted as not verified.
 *
 * @throws InvalidOutputError for a passage that the document does not have
 */
export async function unpackFindings(
  { answers, searches, ...rest }: PackedFindings,
  { id, title }: StoredDocument,
  chunks: readonly Chunk[],
): Promise<Findings> {
  const text = joinSlices(chunks)
  const offset = chunks[0]?.start ?? 0
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]))
  const textAt = ({ start, end }: { readonly start: number; readonly end: number }) =>
    text.slice(start - offset, end - offset)
  const readAnswer = async (answer: PackedFindings["answers"][number]): Promise<TaskAnswer> => {
    const read = await Promise.all(
      answer.quotes.map(async ({ digest, ...place }) => {
        const quote = { ...place, text: textAt(place) }
        return byId.has(place.chunkId) && (await digestOf(quote.text)) === digest ? [quote] : []
      }),
    )
    const quotes = read.flat()
    const unverifiedQuotes = (answer.unverifiedQuotes ?? 0) + answer.quotes.length - quotes.length
    return { ...answer, quotes, ...(unverifiedQuotes > 0 && { unverifiedQuotes }) }
  }
  const readPassage = (place: PackedPassage): Passage => {
    const chunk = byId.get(place.chunkId)
    if (chunk === undefined || place.start < chunk.start) {
      const message = `A worker named a passage that document ${JSON.stringify(id)} does not have.`
      throw new InvalidOutputError(message, { reason: "malformed" })
    }
    const { headings, tableHeader } = chunk
    return { ...place, text: textAt(place), headings, ...(tableHeader !== undefined && { tableHeader }) }
  }
  return {
    ...rest,
    documentId: id,
    title,
    report: "",
    answers: await Promise.all(answers.map(readAnswer)),
    searches: searches.map(({ query, passages }) => ({ query, passages: passages.map(readPassage) })),
  }
}

/** Tells words apart, and says nothing about them. */
async function digestOf(text: string): Promise<string> {
  return (await sha256(text)).slice(0, 8)
}
