import type { ResolvedConfig } from "../../config/resolve"
import type { DocumentFilter, IndexEvent, StoredDocument } from "../../contracts"
import { checkDocumentId } from "../../documents/check-document"
import { matchesFilter } from "../../documents/filter/matches"
import { documentFilter } from "../../documents/filter/option"
import type { IndexContext } from "../../documents/index-context"
import { type AddReport, type DocumentSource, indexDocuments } from "../../documents/index-documents"
import { checkBeforeWriting, makingOf } from "../../documents/making"
import { type SetAccess, setAccess } from "../../documents/set-access"
import { type SyncReport, syncDocuments } from "../../documents/sync-documents"
import { createVectorCache } from "../../documents/vector-cache"
import { InvalidArgumentError } from "../../errors"
import { type Checks, checkOptions, optional } from "../../runtime/check/options"
import { abortSignal, callable, yesOrNo } from "../../runtime/check/values"
import { safeListeners } from "../../runtime/emit"
import { loadTokenCounter } from "../../tokens/default-counter"
import { policePlugs } from "../policed-plugs"
import type { AddFailures } from "../warnings/add-failures"

/** How documents are added. */
export interface AddOptions {
  readonly signal?: AbortSignal | undefined
  readonly onEvent?: ((event: IndexEvent) => void) | undefined
  /**
   * Lets a file take the place of one of the same id from another path (`metadata.sourcePath`). Where it may not, the
   * document is in `failed`, and the one that is there stays. @default false
   */
  readonly replaceFromOtherPaths?: boolean | undefined
}

/** How a set is brought in line with its documents. */
export interface SyncOptions extends AddOptions {
  /** Says of a document that the source lacks that it stays, for example since its file could not be read. */
  readonly keep?: ((documentId: string) => boolean) | undefined
}

/** What ends a call of the store. */
export interface StoreOptions {
  readonly signal?: AbortSignal | undefined
}

/** Which documents are gone through. */
export interface DocumentsOptions extends StoreOptions {
  /** Those whose metadata is so. @default every document */
  readonly where?: DocumentFilter | undefined
}

/** The documents of a set. */
export interface DocumentIndex {
  /** Adds documents, or replaces those whose text or settings have changed. */
  add(documents: DocumentSource, options?: AddOptions): Promise<AddReport>
  /**
   * Makes the set equal to the source: adds, replaces, and in the end removes what the source lacks. Nothing is
   * removed when the source fails or the signal aborts before that.
   */
  sync(source: DocumentSource, options?: SyncOptions): Promise<SyncReport>
  /** Removes documents with all their chunks; an unknown id is no error. */
  remove(ids: string | readonly string[], options?: StoreOptions): Promise<void>
  /** One document of the set; undefined where it has none of this id. */
  get(id: string, options?: StoreOptions): Promise<StoredDocument | undefined>
  /** Every document of the set, the empty ones too, or those that a filter selects. */
  documents(options?: DocumentsOptions): AsyncIterable<StoredDocument>
  /** For `exportSet` and `importSet`. @internal */
  readonly [setAccess]?: SetAccess | undefined
}

export const storeChecks: Checks<StoreOptions> = { signal: optional(abortSignal) }
const documentsChecks: Checks<DocumentsOptions> = { ...storeChecks, where: optional(documentFilter) }
const addChecks: Checks<AddOptions> = {
  ...storeChecks,
  onEvent: optional(callable<(event: IndexEvent) => void>()),
  replaceFromOtherPaths: optional(yesOrNo),
}
const syncChecks: Checks<SyncOptions> = {
  ...addChecks,
  keep: optional(callable<(documentId: string) => boolean>()),
}

export function createIndex(config: ResolvedConfig, failures: AddFailures): DocumentIndex {
  const vectorCache = createVectorCache()
  const indexContext = ({ signal, onEvent, replaceFromOtherPaths = false }: AddOptions): IndexContext => {
    const { embedder, retrieval, countTokens, concurrency } = config
    const trace = config.telemetry?.startRun({ kind: "part", prices: config.prices ?? {} })
    const emit = safeListeners<IndexEvent>(trace?.onEvent, onEvent)
    const { meter, store, calls } = policePlugs(config, {}, emit, { trace })
    return {
      vectorStore: store("index"),
      embedder: embedder && calls("index").embedder(embedder),
      usage: () => meter.report(),
      vectorCache,
      chunkTokens: retrieval.chunkTokens,
      overlapTokens: retrieval.overlapTokens,
      countTokens,
      concurrency,
      replaceFromOtherPaths,
      signal,
      emit,
    }
  }
  const making = async (signal: AbortSignal | undefined) => {
    signal?.throwIfAborted()
    await loadTokenCounter(config.countTokens, signal)
    return makingOf(config)
  }
  const checkMaking = async ({ vectorStore, signal }: IndexContext) =>
    checkBeforeWriting(vectorStore, await making(signal), signal)
  const storeOf = () => policePlugs(config, {}, () => {}).store("index")

  return {
    async add(documents, options) {
      const context = indexContext(checkOptions(options, addChecks, "options"))
      await checkMaking(context)
      const report = await indexDocuments(documents, context)
      failures.note(report)
      return report
    },
    async sync(source, options) {
      const { keep = () => false, ...rest } = checkOptions(options, syncChecks, "options")
      const context = indexContext(rest)
      await checkMaking(context)
      const report = await syncDocuments(source, keep, context)
      failures.note(report)
      for (const documentId of report.removed) failures.forget(documentId)
      return report
    },
    async remove(ids, options) {
      const { signal } = checkOptions(options, storeChecks, "options")
      const list = typeof ids === "string" ? [ids] : ids
      if (!Array.isArray(list)) throw new InvalidArgumentError("ids", ids, "an id, or an array of ids")
      for (const [index, id] of list.entries()) checkDocumentId(id, `ids[${index}]`)
      const store = storeOf()
      for (const documentId of list) {
        await store.delete({ documentId, signal })
        failures.forget(documentId)
      }
    },
    [setAccess]: { vectorStore: storeOf(), making, concurrency: config.concurrency },
    async get(id, options) {
      const { signal } = checkOptions(options, storeChecks, "options")
      checkDocumentId(id, "id")
      return storeOf().get({ documentId: id, signal })
    },
    documents(options) {
      const { where, signal } = checkOptions(options, documentsChecks, "options")
      const listed = storeOf().list({ where, signal })
      return where === undefined ? listed : fitting(listed, where)
    },
  }
}

async function* fitting(
  listed: AsyncIterable<StoredDocument>,
  where: DocumentFilter,
): AsyncIterable<StoredDocument> {
  for await (const document of listed) if (matchesFilter(document, where)) yield document
}
