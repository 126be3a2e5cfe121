import type { Embedder, SetInfo, VectorStore } from "../contracts"
import { InvalidArgumentError } from "../errors"
import { analyzerVersion } from "../retrieval/terms"
import { canonicalJSON } from "../runtime/canonical-json"
import { otherEmbedder, otherwise } from "../runtime/check/made-with"
import { splitterVersion } from "./index-document"

/** Of documents, chunks and their revisions as the core stores them. */
const formatVersion = 1

/** Texts that counters of different vocabularies count differently. */
const probes = [
  "The parties agree that this Agreement shall be governed by the laws of the State of New York.",
  "Vertragsstrafe, na\u00efvet\u00e9, \u5408\u540c\u306e\u671f\u9650, \u0434\u043e\u0433\u043e\u0432\u043e\u0440",
  "1,234,567.89 EUR (2024-02-29), 17%",
  "\n\n    indented\t\ttext",
]

export interface MakingOptions {
  readonly embedder: Embedder | undefined
  readonly retrieval: { readonly chunkTokens: number; readonly overlapTokens: number }
  readonly countTokens: (text: string) => number
}

/** What a set is made with under these options. */
export function makingOf({ embedder, retrieval, countTokens }: MakingOptions): SetInfo {
  const { chunkTokens, overlapTokens } = retrieval
  return {
    format: formatVersion,
    embedder: embedder === undefined ? null : { modelId: embedder.modelId, dimensions: embedder.dimensions },
    splitter: { version: splitterVersion, chunkTokens, overlapTokens },
    tokenCounter: probes.map(countTokens).join(" "),
    analyzer: analyzerVersion,
  }
}

/**
 * Finds, before anything is paid for, a set that something else made: vectors of two embedders can't be compared, nor
 * chunks cut by two counters. A new or an empty set is from now on made with `making`.
 *
 * @throws InvalidArgumentError that says what made the set, and what to do
 */
export async function checkBeforeWriting(
  store: VectorStore,
  making: SetInfo,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { getInfo, setInfo } = store
  if (getInfo === undefined || setInfo === undefined) return
  const stored = await getInfo({ signal })
  const problem = stored && problemOf(stored, making)
  if (problem !== undefined && !(await isEmpty(store, signal))) throw problem
  // Of settings that may change the last ones are kept: documents are divided again when they are added again.
  if (canonicalJSON(stored) === canonicalJSON(making)) return
  const isNew = stored === undefined || problem !== undefined
  if (isNew && (await claimed(setInfo, making, signal))) return
  // It has documents: of before there were notes, or of another writer, who was faster.
  const now = isNew ? await getInfo({ signal }) : stored
  const late = now && problemOf(now, making)
  if (late !== undefined) throw late
  await setInfo({ info: making, signal })
}

/** Whether the set, which was empty, is now made so. */
async function claimed(
  setInfo: NonNullable<VectorStore["setInfo"]>,
  info: SetInfo,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    await setInfo({ info, ifEmpty: true, signal })
    return true
  } catch (error) {
    if (error instanceof InvalidArgumentError && error.argument === "info") return false
    throw error
  }
}

/** The same for a question on a set that is not empty. One without vectors may be asked of any set. */
export async function checkBeforeReading(
  store: VectorStore,
  making: SetInfo,
  usesVectors: boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const stored = await store.getInfo?.({ signal })
  const problem = stored && problemOf(stored, usesVectors ? making : { ...making, embedder: stored.embedder })
  if (problem !== undefined) throw problem
}

/** @throws InvalidArgumentError where a set of this making can't be one of that. */
export function checkSameMaking(set: SetInfo, making: SetInfo): void {
  const problem = problemOf(set, making)
  if (problem !== undefined) throw problem
}

function problemOf(stored: SetInfo, making: SetInfo): InvalidArgumentError | undefined {
  if (!(stored.format <= formatVersion)) {
    const expected = `a store with a set of format ${formatVersion} or less: a later version of spd-rag made this one (upgrade, ${otherwise})`
    return new InvalidArgumentError("vectorStore", stored.format, expected)
  }
  const problem = otherEmbedder(stored.embedder, making.embedder)
  if (problem !== undefined) return problem
  if (stored.tokenCounter !== making.tokenCounter) {
    const expected = `the counter that made this set, which counts ${stored.tokenCounter} tokens in four fixed texts (use it, ${otherwise})`
    return new InvalidArgumentError("countTokens", making.tokenCounter, expected)
  }
  return undefined
}

async function isEmpty(store: VectorStore, signal: AbortSignal | undefined): Promise<boolean> {
  for await (const _ of store.list({ signal })) return false
  return true
}
