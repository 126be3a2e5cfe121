import type { Citation, Passage, StoredDocument } from "../contracts"
import type { Evidence } from "../evidence/evidence-register"
import { neutraliseMarkers } from "../evidence/markers"
import { uncovered } from "../evidence/slices"
import type { CorpusPassage } from "./corpus-search"

/** Passages that a baseline showed its model, numbered in the order in which they were shown. */
export interface PassageRegister {
  /** Text for the model: passages that are new, each with its marker; the ones shown before are named only. */
  show(passages: readonly CorpusPassage[]): string
  /** Text for the model: a document whole, its name once, each passage with its marker. */
  showWhole(passages: readonly CorpusPassage[]): string
  readonly evidence: readonly Evidence[]
  /** Documents with a passage shown, in order of first showing, with all their passages. */
  readonly documents: ReadonlyMap<
    string,
    { readonly document: StoredDocument; readonly passages: readonly Passage[] }
  >
}

/** @param boundary tells passages from what they say; no document can forge it */
export function createPassageRegister(boundary: string): PassageRegister {
  const evidence: Evidence[] = []
  const numbers = new Map<string, number>()
  const documents = new Map<string, { document: StoredDocument; passages: Passage[] }>()
  const nameOf = ({ title }: StoredDocument) =>
    JSON.stringify(neutraliseMarkers(title.replace(/\s+/g, " ").trim()))
  const register = ({ document, passage }: CorpusPassage): number => {
    const number = evidence.length + 1
    const { chunkId, text: quote, start, end } = passage
    evidence.push({ number, documentId: document.id, title: document.title, quote, chunkId, start, end })
    const group = documents.get(document.id) ?? { document, passages: [] }
    documents.set(document.id, group)
    group.passages.push(passage)
    return number
  }
  return {
    evidence,
    documents,
    show(passages) {
      const lines: string[] = []
      const known: number[] = []
      for (const entry of passages) {
        const { document, passage } = entry
        const before = numbers.get(passage.chunkId)
        if (before !== undefined) {
          known.push(before)
          continue
        }
        const number = register(entry)
        numbers.set(passage.chunkId, number)
        const head = `<passage ${boundary} [E${number}] of ${nameOf(document)}>`
        lines.push(`${head}\n${neutraliseMarkers(passage.text)}\n</passage ${boundary}>`)
      }
      if (known.length > 0)
        lines.push(`Also matching, shown before: ${known.map((n) => `[E${n}]`).join(", ")}.`)
      return lines.length === 0 ? "No passage matches." : lines.join("\n")
    },
    showWhole(passages) {
      const [first] = passages
      if (first === undefined) return ""
      const parts = passages.map((entry) => `[E${register(entry)}] ${neutraliseMarkers(entry.passage.text)}`)
      return `<document ${boundary} ${nameOf(first.document)}>\n${parts.join("\n")}\n</document ${boundary}>`
    },
  }
}

/** A whole document as passages without overlap, in text order. */
export function wholeDocument(
  document: StoredDocument,
  chunks: readonly Passage[],
): readonly CorpusPassage[] {
  const shown: Passage[] = []
  return chunks.flatMap((passage) => {
    const parts = uncovered(passage, shown)
    shown.push(passage)
    return parts.map(({ start, end }) => {
      const text = passage.text.slice(start - passage.start, end - passage.start)
      return { document, passage: { ...passage, text, start, end } }
    })
  })
}

/** What cites a document, as its own answer. */
export function citationsOf(documentId: string, citations: readonly Citation[]): readonly Citation[] {
  return citations.filter((citation) => citation.documentId === documentId)
}
