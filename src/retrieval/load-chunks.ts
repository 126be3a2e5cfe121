import type { Chunk, StoredDocument, VectorStore } from "../contracts"
import { InvalidOutputError } from "../errors"

/**
 * All chunks of a document, in text order.
 *
 * @throws InvalidOutputError for a store that gives too few, or others
 */
export async function loadChunks(
  vectorStore: VectorStore,
  document: StoredDocument,
  signal: AbortSignal | undefined,
): Promise<readonly Chunk[]> {
  const chunks = await vectorStore.chunks({ documentId: document.id, revision: document.revision, signal })
  if (chunks.length !== document.chunkCount) {
    throw new InvalidOutputError(
      `The vector store holds ${chunks.length} of ${document.chunkCount} chunks of document ${JSON.stringify(document.id)}; add it again.`,
      { reason: "malformed" },
    )
  }
  checkOwn(document, chunks)
  return chunks
}

/** What a store hands over is shown to the document's agent and cited as the document's, so it must be of it. */
function checkOwn(document: StoredDocument, chunks: readonly Chunk[]): void {
  let start = 0
  for (const [position, chunk] of chunks.entries()) {
    const own =
      chunk.documentId === document.id &&
      chunk.index === position &&
      chunk.start >= start &&
      chunk.end - chunk.start === chunk.text.length
    if (!own) {
      const of = `chunk ${position} of document ${JSON.stringify(document.id)}`
      throw new InvalidOutputError(
        `The vector store returned for ${of} what is of another document, out of order, or not at its offsets.`,
        { reason: "malformed" },
      )
    }
    start = chunk.start
  }
}
