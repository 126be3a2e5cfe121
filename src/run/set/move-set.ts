import type { ImportReport, SetSource } from "../../documents/move-set"
import { type SetAccess, setAccess } from "../../documents/set-access"
import { InvalidArgumentError } from "../../errors"
import { checkOptions } from "../../runtime/check/options"
import { type DocumentIndex, type StoreOptions, storeChecks } from "./create-index"

/**
 * A set as lines of JSON, vectors included: what `importSet` brings into another store without embedding again. Each
 * piece is one line; a set that changes meanwhile gives each document whole, at one of its revisions.
 *
 * @throws InvalidArgumentError for a set in a store that gives no vectors back; the signal's reason when it aborts
 */
export function exportSet(rag: DocumentIndex, options?: StoreOptions): AsyncIterable<string> {
  const { signal } = checkOptions(options, storeChecks, "options")
  return linesOf(accessOf(rag), signal)
}

/**
 * Adds the documents of an exported set, in pieces of any length, with the vectors they have. Repeated, it goes on: what
 * is there at the same revision is not written again.
 *
 * @throws InvalidArgumentError where the source is no exported set, was cut off, or was made with another embedder or
 * counter than this set; the signal's reason when it aborts
 */
export async function importSet(
  rag: DocumentIndex,
  source: SetSource,
  options?: StoreOptions,
): Promise<ImportReport> {
  const { signal } = checkOptions(options, storeChecks, "options")
  const access = accessOf(rag)
  const { importLines } = await import("../../documents/move-set")
  return importLines(access, source, signal)
}

/** Who moves no set does not carry what moves it. */
async function* linesOf(access: SetAccess, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const { exportLines } = await import("../../documents/move-set")
  yield* exportLines(access, signal)
}

function accessOf(rag: DocumentIndex): SetAccess {
  const access = rag?.[setAccess]
  if (access === undefined) throw new InvalidArgumentError("rag", rag, "a set that `spdRag` made")
  return access
}
