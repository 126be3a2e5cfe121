import type { Chunk, EmbeddedChunk, SourceDocument, StoredDocument } from "../contracts"
import { InvalidArgumentError } from "../errors"
import { canonicalJSON } from "../runtime/canonical-json"
import { sha256 } from "../runtime/hash"
import { runStepsYielding, type Steps } from "../runtime/yield"
import { splitTextYielding } from "../splitting/yielding"
import { isBlank } from "./check-document"
import type { QueuePlace } from "./embed-queue"
import type { IndexContext } from "./index-context"

/** Raised when the same text would be divided otherwise than before. */
export const splitterVersion = 1

/**
 * Brings one document into the store, unless it is there already.
 *
 * `empty`: nothing can be read; the document is stored without chunks, so that an answer can say so.
 *
 * @param place where the document waits for its vectors; undefined without an embedder
 */
export async function indexDocument(
  document: SourceDocument,
  place: QueuePlace | undefined,
  context: IndexContext,
): Promise<"added" | "replaced" | "unchanged" | "empty"> {
  const { vectorStore, signal } = context
  const { id, text, title = id, metadata } = document
  const revision = await revisionOf(text, context)
  const stored = await vectorStore.get({ documentId: id, signal })
  if (!context.replaceFromOtherPaths) checkSamePath(document, stored)
  const blank = isBlank(text)
  if (stored?.revision === revision && stored.title === title && sameMetadata(stored.metadata, metadata)) {
    return blank ? "empty" : "unchanged"
  }
  const { chunks, tokens } = blank ? { chunks: [], tokens: 0 } : await chunksOf(document, context)
  const embedded = await embedChunks(chunks, place)
  const entry: StoredDocument = {
    id,
    title,
    revision,
    chunkCount: chunks.length,
    tokens,
    ...(metadata !== undefined && { metadata }),
  }
  const { embedder } = context
  const made = embedder === undefined ? null : { modelId: embedder.modelId, dimensions: embedder.dimensions }
  await vectorStore.put({ document: entry, chunks: embedded, embedder: made, signal })
  place?.release()
  if (blank) return "empty"
  return stored === undefined ? "added" : "replaced"
}

/** Two files of one id are two files: the second must not take the place of the first by accident. */
function checkSamePath({ id, metadata }: SourceDocument, stored: StoredDocument | undefined): void {
  const [path, before] = [metadata?.sourcePath, stored?.metadata?.sourcePath]
  if (typeof path !== "string" || typeof before !== "string" || path === before) return
  throw new InvalidArgumentError(
    "metadata.sourcePath",
    path,
    `${JSON.stringify(before)}, from where the document ${JSON.stringify(id)} was loaded; give each file an id of its ` +
      "own, or `replaceFromOtherPaths: true`",
  )
}

/** What makes stored chunks valid: the text, how it is divided, and whose vectors they carry. */
function revisionOf(text: string, { chunkTokens, overlapTokens, embedder }: IndexContext): Promise<string> {
  const settings = [
    splitterVersion,
    chunkTokens,
    overlapTokens,
    embedder?.modelId ?? null,
    embedder?.dimensions ?? null,
  ]
  // Half of a surrogate pair has no UTF-8 form; JSON writes it as an escape, so that no two texts hash alike.
  return sha256(JSON.stringify([settings, text]))
}

async function chunksOf(
  { id, text }: SourceDocument,
  { chunkTokens, overlapTokens, countTokens, signal }: IndexContext,
): Promise<{ chunks: readonly Chunk[]; tokens: number }> {
  const parts = await splitTextYielding(text, { chunkTokens, overlapTokens, countTokens }, signal)
  const tokens = await runStepsYielding(countSteps(text, parts, countTokens), signal)
  const chunks = parts
    .filter((part) => !isBlank(part.text))
    .map((part, index) => ({ ...part, id: `${id}#${index}`, documentId: id, index }))
  return { chunks, tokens }
}

/** Counts the text slice by slice, each character once. */
function* countSteps(
  text: string,
  parts: readonly { readonly end: number }[],
  countTokens: (text: string) => number,
): Steps<number> {
  let tokens = 0
  let from = 0
  for (const { end } of parts) {
    tokens += countTokens(text.slice(from, end))
    from = end
    yield
  }
  return tokens
}

async function embedChunks(
  chunks: readonly Chunk[],
  place: QueuePlace | undefined,
): Promise<readonly EmbeddedChunk[]> {
  if (place === undefined) return chunks.map((chunk) => ({ ...chunk, vector: new Float32Array(0) }))
  // Rows without their columns mean little, to a vector too.
  const vectors = await place.embed(
    chunks.map(({ tableHeader, text }) => (tableHeader === undefined ? text : `${tableHeader}\n${text}`)),
  )
  return chunks.map((chunk, index) => ({ ...chunk, vector: vectors[index]! }))
}

/** By content: the order of keys does not matter. */
function sameMetadata(a: StoredDocument["metadata"], b: SourceDocument["metadata"]): boolean {
  return canonicalJSON(a ?? {}) === canonicalJSON(b ?? {})
}
