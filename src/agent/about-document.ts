import type { Chunk, StoredDocument } from "../contracts"
import { withoutPages } from "../evidence/pages"
import { sentencesIn } from "../evidence/sentences"
import { oneLine } from "./shown-passages"

/** Characters of a document's metadata, and of its headings, that its agent is shown. */
const metadataCharacters = 500
const headingsCharacters = 600
const openingCharacters = 600

/** What a document is, as lines: title, metadata, and where it is not shown whole its headings. */
export function aboutDocument(
  { title, metadata: all }: StoredDocument,
  chunks: readonly Chunk[],
  isWhole: boolean,
): readonly string[] {
  const lines = [oneLine(title)]
  const metadata = withoutPages(all)
  if (metadata !== undefined) {
    lines.push(`Metadata: ${cut(oneLine(JSON.stringify(metadata)), metadataCharacters)}`)
  }
  const headings = isWhole ? [] : [...new Set(chunks.map((chunk) => chunk.headings.at(-1)))]
  const named = headings.flatMap((heading) => (heading === undefined ? [] : [oneLine(heading)]))
  if (named.length > 0) lines.push(`Headings: ${cut(named.join("; "), headingsCharacters)}`)
  return lines
}

/** The first sentences of a document, as a chunk; undefined where even the first is too long. */
export function openingOf([first]: readonly Chunk[]): Chunk | undefined {
  const end =
    first && sentencesIn(first).findLast((sentence) => sentence.end - first.start <= openingCharacters)?.end
  if (first === undefined || end === undefined) return undefined
  return { ...first, end, text: first.text.slice(0, end - first.start) }
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).toWellFormed()} ...`
}
