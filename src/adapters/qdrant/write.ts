import type { EmbeddedChunk, StoredDocument } from "../../contracts/document"
import { ProviderError } from "../../errors"
import { uuid5 } from "../kit/uuid5"
import type { QdrantCollection } from "./collection"
import { compareWrites, type QdrantBatchLimits, type QdrantWrite, writeBodies } from "./points"
import { readWrites } from "./records"

/** A write of this document that no other shares a point with. */
export async function newWrite(document: StoredDocument): Promise<QdrantWrite> {
  const write = crypto.randomUUID()
  const recordId = await uuid5("record", document.id, write)
  return { recordId, kind: "pending", sequence: 0, write, document }
}

/**
 * Replaces a document beside any number of other writers: a pending record, the chunks, then the record is made current
 * in one change, which happens only while it is pending. Of the writes that are done the last one is current, so that
 * whatever comes before it in order can never be again and is taken away.
 *
 * @param check refuses once the pending record is there
 * @throws ProviderError, retryable, where a removal of the document came between.
 */
export async function replaceDocument(
  collection: QdrantCollection,
  unplaced: QdrantWrite,
  chunks: readonly EmbeddedChunk[],
  limits: QdrantBatchLimits & { readonly dimensions: number },
  check: () => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { id } = unplaced.document
  const before = await readWrites(collection, id, true, signal)
  const sequence = 1 + before.reduce((most, write) => Math.max(most, write.sequence), 0)
  const mine = { ...unplaced, sequence }
  for await (const body of writeBodies(mine, chunks, limits.dimensions, limits)) {
    await collection.write("PUT", "/points", body, signal)
  }
  await check().catch(async (error: unknown) => {
    if (!signal?.aborted) await retire(collection, id, [mine], signal)
    throw error
  })
  await setKind(collection, "document", { ids: [mine.recordId], where: "pending" }, signal)
  const after = await readWrites(collection, id, true, signal)
  const current = after.filter(({ kind }) => kind === "document").reduce(later, undefined)
  if (current === undefined || compareWrites(current, mine) < 0) {
    await retire(collection, id, [mine], signal)
    const message = `Document ${JSON.stringify(id)} was removed while it was written.`
    throw new ProviderError(message, { provider: "qdrant", retryable: true })
  }
  const dead = after.filter((write) => compareWrites(write, current) < 0)
  // Someone else may have taken my record away, as of an older write, while I wrote chunks.
  const gone = after.some(({ recordId }) => recordId === mine.recordId) ? [] : [mine]
  await retire(collection, id, [...dead, ...gone], signal)
}

/** Takes away what is known of the document; a put that begins meanwhile stays. */
export async function removeDocument(
  collection: QdrantCollection,
  documentId: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  await retire(collection, documentId, await readWrites(collection, documentId, false, signal), signal)
}

function later(a: QdrantWrite | undefined, b: QdrantWrite): QdrantWrite {
  return a === undefined || compareWrites(a, b) < 0 ? b : a
}

/** Records are marked first: none of them can become current any more. They go last, so that chunks can be found again. */
async function retire(
  collection: QdrantCollection,
  documentId: string,
  writes: readonly QdrantWrite[],
  signal: AbortSignal | undefined,
): Promise<void> {
  if (writes.length === 0) return
  const ids = writes.map(({ recordId }) => recordId)
  await setKind(collection, "dead", { ids }, signal)
  const names = writes.flatMap(({ write }) => write ?? [])
  const should = [
    ...(names.length > 0 ? [{ key: "write", match: { any: names } }] : []),
    ...(names.length < writes.length ? [{ is_empty: { key: "write" } }] : []),
  ]
  const must = [
    { key: "document_id", match: { value: documentId } },
    { key: "kind", match: { value: "chunk" } },
  ]
  await collection.write("POST", "/points/delete", JSON.stringify({ filter: { must, should } }), signal)
  await collection.write("POST", "/points/delete", JSON.stringify({ points: ids }), signal)
}

/** By filter, since a change of points that are not there is refused. */
async function setKind(
  collection: QdrantCollection,
  kind: QdrantWrite["kind"],
  { ids, where }: { readonly ids: readonly string[]; readonly where?: QdrantWrite["kind"] },
  signal: AbortSignal | undefined,
): Promise<void> {
  const state = where === undefined ? [] : [{ key: "kind", match: { value: where } }]
  const body = { payload: { kind }, filter: { must: [{ has_id: ids }, ...state] } }
  await collection.write("POST", "/points/payload", JSON.stringify(body), signal)
}
