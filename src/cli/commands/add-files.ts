/// <reference types="node" />

import { resolve } from "node:path"
import type { AddReport, SourceDocument, SpdRag } from "spd-rag"
import { UsageError } from "../errors"
import { pathFrom } from "../files/path-from"
import { readFiles } from "../files/read-files"
import { createUnreadFiles } from "../files/unread"
import type { CommandHost } from "../host"
import { plural } from "../screen/numbers"
import { createProgress } from "../screen/progress"
import type { Settings } from "../settings/settings"

export interface AddedFiles {
  readonly report: AddReport
  /** Of the documents that were read, in order. */
  readonly ids: readonly string[]
  /** Files that were meant and not read, documents that were not stored. */
  readonly missed: number
  readonly durationMs: number
}

/**
 * Reads files into a set, with progress and a sentence for each that can't be read.
 *
 * @throws UsageError where nothing at all could be read; what kept every document from being stored
 */
export async function addFiles(
  rag: SpdRag,
  paths: readonly string[],
  settings: Settings,
  host: CommandHost,
  written: readonly string[] = [],
): Promise<AddedFiles> {
  const { cwd, signal, stderr, now = () => performance.now() } = host
  const began = now()
  const progress = createProgress(stderr, "Indexing", now)
  const given = new Set(paths.map((path) => pathFrom(cwd, resolve(cwd, path))))
  const unread = createUnreadFiles((path) => given.has(path))
  const ids: string[] = []
  let files = 0
  let failures = 0
  let stored = 0
  const show = () => progress.update(stored + failures, Math.max(files, stored + failures))
  const documents = readFiles(paths, {
    ...settings,
    cwd,
    signal,
    written,
    onListed: (fileCount) => {
      files = fileCount
    },
    onFailure: (failure) => {
      unread.note(failure)
      if (failure.id !== undefined) failures += 1
    },
  })
  const report = await rag.add(remembered(documents, ids), {
    signal,
    onEvent: (event) => {
      if (event.type !== "index-delta") return
      stored = event.done
      show()
    },
  })
  progress.end()
  for (const sentence of unread.sentences()) stderr.write(`${sentence}\n`)
  if (ids.length === 0) throw new UsageError(nothingRead(paths, settings))
  if (report.failed.length === ids.length) throw report.failed[0]!.error
  for (const { documentId, error } of report.failed) {
    stderr.write(`Could not index ${documentId}: ${error.message}\n`)
  }
  const missed = unread.count() + report.failed.length
  if (missed > 0)
    stderr.write(`${plural(missed, "file")} could not be read; the answer rests on the others.\n`)
  return { report, ids, missed, durationMs: now() - began }
}

function nothingRead(paths: readonly string[], { include }: Settings): string {
  const filter = include === undefined ? "" : ` that fits --include ${include.join(" ")}`
  return `Nothing was read: ${paths.join(", ")} ${paths.length === 1 ? "holds" : "hold"} no readable file${filter}.`
}

async function* remembered(
  documents: AsyncIterable<SourceDocument>,
  ids: string[],
): AsyncGenerator<SourceDocument> {
  for await (const document of documents) {
    ids.push(document.id)
    yield document
  }
}
