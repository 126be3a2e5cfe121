import { memoryVectorStore } from "./adapters/memory"
import { checkConfig } from "./config/check"
import type { AskOptions, SpdRagConfig } from "./config/options"
import type { IndexEvent, StoredDocument } from "./contracts"
import type { Answer } from "./contracts/answer"
import type { SpdRagEvent } from "./contracts/run-end"
import { checkDocumentId } from "./documents/check-document"
import type { IndexContext } from "./documents/index-context"
import { type AddReport, type DocumentSource, indexDocuments } from "./documents/index-documents"
import { type SyncReport, syncDocuments } from "./documents/sync-documents"
import { createVectorCache } from "./documents/vector-cache"
import { InvalidArgumentError } from "./errors"
import { resolveRetrievalOptions } from "./retrieval/retrieval-options"
import { askQuestion } from "./run/ask-question"
import { createRunContext } from "./run/run-context"
import { streamQuestion } from "./run/stream-question"
import { safeListener } from "./runtime/emit"

export interface AddOptions {
  readonly signal?: AbortSignal | undefined
  readonly onEvent?: ((event: IndexEvent) => void) | undefined
}

export interface SyncOptions extends AddOptions {
  /** Says of a document that the source lacks that it stays, for example since its file could not be read. */
  readonly keep?: ((documentId: string) => boolean) | undefined
}

/** A set of documents that can be asked questions. */
export interface SpdRag {
  /** Adds documents, or replaces those whose text or settings have changed. */
  add(documents: DocumentSource, options?: AddOptions): Promise<AddReport>
  /**
   * Makes the set equal to the source: adds, replaces, and in the end removes what the source lacks. Nothing is
   * removed when the source fails or the signal aborts before that.
   */
  sync(source: DocumentSource, options?: SyncOptions): Promise<SyncReport>
  /** Removes documents with all their chunks; an unknown id is no error. */
  remove(
    ids: string | readonly string[],
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<void>
  /** Every document of the set, the empty ones too. */
  documents(options?: { readonly signal?: AbortSignal | undefined }): AsyncIterable<StoredDocument>
  /**
   * Answers a question from every document.
   *
   * @throws InvalidArgumentError, NoFindingsError, LimitExceededError, or what kept a stage from its result; the
   * signal's reason when it aborts
   */
  ask(question: string, options?: AskOptions): Promise<Answer>
  /** The same, as events; the last one, `run-end`, holds the answer. Leaving the loop aborts the run. */
  stream(question: string, options?: AskOptions): AsyncIterable<SpdRagEvent>
}

/**
 * Question → plan → one agent a document → findings → merge tree → answer (arXiv 2603.08329).
 *
 * Runs share nothing but the store; questions may be asked at once.
 *
 * @throws InvalidArgumentError that names the option
 */
export function spdRag(config: SpdRagConfig): SpdRag {
  checkConfig(config)
  const vectorStore = config.vectorStore ?? memoryVectorStore()
  const { chunkTokens, overlapTokens } = resolveRetrievalOptions(
    config.retrieval,
    config.embedder !== undefined,
  )
  const ask: SpdRag["ask"] = (question, options = {}) => askQuestion(question, options, config, vectorStore)

  const vectorCache = createVectorCache()
  const indexContext = ({ signal, onEvent }: AddOptions): IndexContext => {
    const context = createRunContext(config, vectorStore, {}, () => {})
    return {
      vectorStore: context.vectorStore,
      embedder: context.embedder("index"),
      vectorCache,
      chunkTokens,
      overlapTokens,
      countTokens: config.countTokens,
      concurrency: context.concurrency,
      signal,
      emit: safeListener(onEvent),
    }
  }

  return {
    ask,
    add: (documents, options = {}) => indexDocuments(documents, indexContext(options)),
    async sync(source, options = {}) {
      const { keep = () => false } = options
      if (typeof keep !== "function") throw new InvalidArgumentError("keep", keep, "a function")
      return syncDocuments(source, keep, indexContext(options))
    },
    async remove(ids, { signal } = {}) {
      const context = createRunContext(config, vectorStore, {}, () => {})
      const list = typeof ids === "string" ? [ids] : ids
      for (const [index, id] of list.entries()) checkDocumentId(id, `ids[${index}]`)
      for (const documentId of list) await context.vectorStore.delete({ documentId, signal })
    },
    documents: ({ signal } = {}) =>
      createRunContext(config, vectorStore, {}, () => {}).vectorStore.list({ signal }),
    stream: (question, options = {}) => streamQuestion((streamed) => ask(question, streamed), options),
  }
}
