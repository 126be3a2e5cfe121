import type { SetInfo } from "../../contracts/set-info"
import { InvalidArgumentError } from "../../errors"
import { otherEmbedder } from "../../runtime/check/made-with"
import { checkMadeWith, notEmpty } from "../kit/made-with"
import { uuid5 } from "../kit/uuid5"
import type { QdrantCollection } from "./collection"
import { scroll } from "./scroll"

/** Of the points: 1 had no names of writes. */
const formatVersion = 2

/** What the set was made with, or would be by one who has yet to find it empty. */
interface Note {
  readonly id: string
  readonly kind: "set" | "claim"
  /** The last one of kind `set` holds. */
  readonly sequence: number
  readonly info: SetInfo
}

/** @throws InvalidArgumentError for points of a later format. */
export async function readInfo(
  collection: QdrantCollection,
  signal: AbortSignal | undefined,
): Promise<SetInfo | undefined> {
  return (await readNotes(collection, signal)).kept?.info
}

/** Without an embedder it is kept once there is a collection, which can't be made without dimensions. */
export async function writeInfo(
  collection: QdrantCollection,
  info: SetInfo,
  {
    configured,
    ifEmpty = false,
  }: { readonly configured: number | undefined; readonly ifEmpty?: boolean | undefined },
  signal: AbortSignal | undefined,
): Promise<void> {
  const wanted = info.embedder?.dimensions ?? 0
  if (wanted === 0 && configured === undefined && (await collection.open(signal)) === undefined) return
  const { dimensions } = await collection.ensure(wanted, signal)
  const { kept, all } = await readNotes(collection, signal)
  const sequence = 1 + (kept?.sequence ?? 0)
  const id = ifEmpty ? crypto.randomUUID() : await uuid5("set")
  const kind = ifEmpty ? "claim" : "set"
  const vector = Array.from({ length: dimensions }, () => 0)
  const points = [{ id, vector, payload: { kind, format: formatVersion, sequence, info } }]
  await collection.write("PUT", "/points", JSON.stringify({ points }), signal)
  if (ifEmpty) await settleClaim(collection, id, info, signal)
  else
    await removeNotes(
      collection,
      all.filter((note) => note.kind === "set" && note.id !== id),
      signal,
    )
}

/**
 * Makes a claim the set's own, unless there is a document, or one on its way: who writes one takes foreign claims away
 * behind its record, and looks whose the set is then. So either sees the other.
 */
async function settleClaim(
  collection: QdrantCollection,
  id: string,
  info: SetInfo,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (await hasDocuments(collection, signal)) {
    await removeNotes(collection, [{ id }], signal)
    throw notEmpty()
  }
  const filter = { must: [{ has_id: [id] }, { key: "kind", match: { value: "claim" } }] }
  await collection.write(
    "POST",
    "/points/payload",
    JSON.stringify({ payload: { kind: "set" }, filter }),
    signal,
  )
  const { kept, all } = await readNotes(collection, signal)
  const own = all.find((note) => note.id === id)
  if (own === undefined || kept === undefined) throw notEmpty()
  await removeNotes(
    collection,
    all.filter((note) => note.kind === "set" && note !== kept),
    signal,
  )
  const problem = otherEmbedder(kept.info.embedder, info.embedder)
  if (problem !== undefined) throw problem
}

/**
 * Of a document whose record is there and not current yet.
 *
 * @throws InvalidArgumentError where the set was made with another embedder
 */
export async function checkMaking(
  collection: QdrantCollection,
  embedder: SetInfo["embedder"] | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (embedder === undefined) return
  let notes = await readNotes(collection, signal)
  const foreign = notes.all.filter(
    ({ kind, info }) => kind === "claim" && otherEmbedder(info.embedder, embedder) !== undefined,
  )
  if (foreign.length > 0) {
    await removeNotes(collection, foreign, signal, "claim")
    // One of them may have become the set's own before.
    notes = await readNotes(collection, signal)
  }
  checkMadeWith(embedder, notes.kept?.info)
}

async function readNotes(
  collection: QdrantCollection,
  signal: AbortSignal | undefined,
): Promise<{ readonly kept: Note | undefined; readonly all: readonly Note[] }> {
  const all: Note[] = []
  let kept: Note | undefined
  const noted = { must: [{ key: "kind", match: { any: ["set", "claim"] } }] }
  for await (const { id, payload } of scroll(collection, noted, signal)) {
    const { kind, format, sequence = 0, info } = payload as unknown as Note & { readonly format?: unknown }
    if (typeof format === "number" && format > formatVersion) {
      const expected = `one of format ${formatVersion} or less: a later version of spd-rag made this one (upgrade, or name another collection)`
      throw new InvalidArgumentError("collection", format, expected)
    }
    const note = { id, kind, sequence, info }
    all.push(note)
    if (kind === "set" && (kept === undefined || isLater(note, kept))) kept = note
  }
  return { kept, all }
}

function isLater(a: Note, b: Note): boolean {
  return a.sequence > b.sequence || (a.sequence === b.sequence && a.id > b.id)
}

async function hasDocuments(collection: QdrantCollection, signal: AbortSignal | undefined): Promise<boolean> {
  const records = { must: [{ key: "kind", match: { any: ["pending", "document"] } }] }
  for await (const _ of scroll(collection, records, signal, { pageSize: 1 })) return true
  return false
}

async function removeNotes(
  collection: QdrantCollection,
  notes: readonly { readonly id: string }[],
  signal: AbortSignal | undefined,
  kind?: "claim",
): Promise<void> {
  if (notes.length === 0) return
  const still = kind === undefined ? [] : [{ key: "kind", match: { value: kind } }]
  const filter = { must: [{ has_id: notes.map(({ id }) => id) }, ...still] }
  await collection.write("POST", "/points/delete", JSON.stringify({ filter }), signal)
}
