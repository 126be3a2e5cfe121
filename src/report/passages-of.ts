import type { Chunk, Quote } from "../contracts"
import type { Answer } from "../contracts/answer"
import type { Table } from "../contracts/table"
import { type SetAccess, setAccess } from "../documents/set-access"
import { InvalidArgumentError, SpdRagError } from "../errors"
import { checkOptions, optional } from "../runtime/check/options"
import { abortSignal } from "../runtime/check/values"
import { mapConcurrent } from "../runtime/map-concurrent"
import type { SpdRag } from "../spd-rag"
import { quotesByDocument } from "./data/quotes"
import { checkSubject } from "./subject"

/** A chunk of a document, for the text around the quotes in it. */
export interface ReportPassage {
  readonly documentId: string
  readonly chunkId: string
  readonly start: number
  readonly text: string
  /** Path of headings above the chunk, outermost first. */
  readonly headings: readonly string[]
}

/**
 * The chunks of a set that hold the quotes of an answer or a table, and those next to them: what `renderReport` shows as
 * the text around a quote. A document that is gone by now, or is being replaced, has none.
 *
 * @throws InvalidArgumentError where `rag` was not made by `spdRag`; what the store throws; the signal's reason when it
 * aborts
 */
export async function passagesOf(
  rag: SpdRag,
  subject: Answer | Table,
  options?: { readonly signal?: AbortSignal | undefined },
): Promise<readonly ReportPassage[]> {
  const { signal } = checkOptions(options, { signal: optional(abortSignal) }, "options")
  const access = (Object(rag) as { readonly [setAccess]?: SetAccess })[setAccess]
  if (access === undefined) throw new InvalidArgumentError("rag", rag, "a set made by `spdRag`")
  const found = await mapConcurrent(
    [...quotesByDocument(checkSubject(subject))],
    access.concurrency,
    ([documentId, quotes], _, own) => chunksAround(documentId, quotes, access, own),
    signal,
  )
  return found.flat()
}

async function chunksAround(
  documentId: string,
  quotes: readonly Quote[],
  { vectorStore }: SetAccess,
  signal: AbortSignal,
): Promise<readonly ReportPassage[]> {
  const document = await vectorStore.get({ documentId, signal })
  if (document === undefined) return []
  let chunks: readonly Chunk[]
  try {
    chunks = await vectorStore.chunks({ documentId, revision: document.revision, signal })
  } catch (error) {
    if (SpdRagError.isInstance(error) && error.name === "StaleRevisionError") return []
    throw error
  }
  const holds = chunks.map((chunk) => quotes.some(({ start, end }) => start < chunk.end && end > chunk.start))
  return chunks
    .filter((_, index) => holds[index - 1] || holds[index] || holds[index + 1])
    .map(({ id, start, text, headings }) => ({ documentId, chunkId: id, start, text, headings }))
}
