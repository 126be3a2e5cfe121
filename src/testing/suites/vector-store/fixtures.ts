import type { Chunk, EmbeddedChunk, StoredDocument } from "../../../contracts/document"
import type { VectorStore } from "../../../contracts/vector-store"

/** What a contract suite knows of the store under test. */
export interface VectorStoreSubject {
  /** A store that holds nothing. */
  create(): VectorStore | Promise<VectorStore>
  /** Called after each test with the store that `create` gave. */
  dispose?(store: VectorStore): void | Promise<void>
  /** A second handle on the data of `store`, as another process would open it; leave out where there is none. */
  reopen?(store: VectorStore): VectorStore | Promise<VectorStore>
  /** Length of the vectors that the suite makes, from 4 up. @default 4 */
  readonly dimensions?: number | undefined
  /** Whether chunks without vectors can be stored. @default true */
  readonly withoutVectors?: boolean | undefined
}

export interface VectorStoreCase {
  readonly name: string
  /** Left out where the subject can't do it. */
  needs?(subject: VectorStoreSubject): boolean
  run(store: VectorStore, subject: VectorStoreSubject): Promise<void>
}

/** A vector of the subject's length that begins with these numbers; the rest is 0. */
export function vectorOf(subject: VectorStoreSubject, ...head: readonly number[]): number[] {
  return Array.from({ length: subject.dimensions ?? 4 }, (_, i) => (i < head.length ? head[i]! : 0))
}

/** A put request: one chunk a vector. */
export function putOf(
  id: string,
  revision: string,
  vectors: readonly ArrayLike<number>[],
  text: (index: number) => string = (index) => `${id} ${revision} part ${index}`,
): { document: StoredDocument; chunks: EmbeddedChunk[] } {
  let start = 0
  const chunks = vectors.map((vector, index) => {
    const chunk = { ...chunkOf(id, index, text(index), start), vector }
    start = chunk.end
    return chunk
  })
  return {
    document: { id, title: `Title of ${id}`, revision, chunkCount: chunks.length, tokens: 3 * chunks.length },
    chunks,
  }
}

function chunkOf(documentId: string, index: number, text: string, start: number): Chunk {
  const id = `${documentId}#${index}`
  return { id, documentId, index, text, start, end: start + text.length, tokens: 3, headings: ["Part"] }
}

export function withoutVector({ vector: _, ...chunk }: EmbeddedChunk): Chunk {
  return chunk
}

export function withoutScore({ score: _, ...chunk }: Chunk & { readonly score: number }): Chunk {
  return chunk
}

export async function listed(store: VectorStore): Promise<StoredDocument[]> {
  const documents: StoredDocument[] = []
  for await (const document of store.list()) documents.push(document)
  return documents
}
