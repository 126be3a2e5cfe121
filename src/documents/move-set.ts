import type { SetInfo, StoredDocument, VectorStore } from "../contracts"
import { InvalidArgumentError, SpdRagError } from "../errors"
import { canonicalJSON } from "../runtime/canonical-json"
import { eachConcurrent } from "../runtime/each-concurrent"
import { nextTurn } from "../runtime/yield"
import { linesOf } from "./lines"
import { checkBeforeWriting, checkSameMaking } from "./making"
import type { SetAccess } from "./set-access"
import { headerOf, lineOf, parseLine, type SetLine } from "./set-file"

/** What an import did, by ids of documents. */
export interface ImportReport {
  /** Written, in the order of the source. */
  readonly imported: readonly string[]
  /** There already, at this very revision. */
  readonly unchanged: readonly string[]
}

/** An exported set: its lines, or its bytes in pieces of any size. */
export type SetSource = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/** The set as lines of JSON, one document each, with its chunks and their vectors. */
export async function* exportLines(
  { vectorStore }: SetAccess,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  if (vectorStore.embeddedChunks === undefined) {
    const expected = "a set in a store that gives vectors back (with the method `embeddedChunks`)"
    throw new InvalidArgumentError("rag", undefined, expected)
  }
  yield lineOf(headerOf(await vectorStore.getInfo?.({ signal })))
  let documents = 0
  for await (const listed of vectorStore.list({ signal })) {
    const line = await readDocument(vectorStore, listed, signal)
    if (line === undefined) continue
    yield lineOf(line)
    documents += 1
    await nextTurn()
  }
  yield lineOf({ type: "end", documents })
}

/** At its current revision, though it be replaced meanwhile; undefined once it is gone. */
async function readDocument(
  vectorStore: VectorStore,
  listed: StoredDocument,
  signal: AbortSignal | undefined,
): Promise<SetLine | undefined> {
  let document: StoredDocument | undefined = listed
  for (let readings = 0; document !== undefined; readings++) {
    try {
      const { id: documentId, revision } = document
      const chunks = await vectorStore.embeddedChunks!({ documentId, revision, signal })
      return { type: "document", document, chunks }
    } catch (error) {
      if (!SpdRagError.isInstance(error) || error.name !== "StaleRevisionError" || readings === 8) throw error
      document = await vectorStore.get({ documentId: listed.id, signal })
    }
  }
  return undefined
}

/**
 * Brings the lines of an exported set into another; what is there already is not written again, so that an import that
 * was cut off can be repeated.
 *
 * @throws InvalidArgumentError where the source is no exported set, was cut off, or was made with something else than
 * this set; the documents before it are in then
 */
export async function importLines(
  { vectorStore, making, concurrency }: SetAccess,
  source: SetSource,
  signal: AbortSignal | undefined,
): Promise<ImportReport> {
  const unchanged = new Set<number>()
  const ids: string[] = []
  let embedder: SetInfo["embedder"] | undefined
  let ended: number | undefined
  async function* documents() {
    let number = 0
    for await (const text of linesOf(source)) {
      number += 1
      const line = parseLine(text, number)
      if ((line.type === "set") !== (number === 1) || ended !== undefined) {
        throw new InvalidArgumentError(
          `source, line ${number}`,
          line.type,
          "in its place: one header, documents, one end",
        )
      }
      if (line.type === "set") {
        const own = await making(signal)
        // A set without notes on its making is taken as it is.
        if (line.info !== null) checkSameMaking(line.info, own)
        const info = line.info ?? own
        embedder = info.embedder
        await checkBeforeWriting(vectorStore, info, signal)
      } else if (line.type === "document") yield line
      else ended = line.documents
    }
  }
  await eachConcurrent(
    documents(),
    concurrency,
    async ({ document, chunks }, position, child) => {
      ids[position] = document.id
      const known = await vectorStore.get({ documentId: document.id, signal: child })
      if (canonicalJSON(known) === canonicalJSON(document)) unchanged.add(position)
      else await vectorStore.put({ document, chunks, embedder, signal: child })
    },
    signal,
  )
  if (ended !== ids.length) {
    throw new InvalidArgumentError(
      "source",
      `${ids.length} documents`,
      `whole: it has ${ended === undefined ? "no end" : `${ended} documents by its end`}`,
    )
  }
  return {
    imported: ids.filter((_, position) => !unchanged.has(position)),
    unchanged: ids.filter((_, position) => unchanged.has(position)),
  }
}
