import type { SetInfo } from "../../contracts/set-info"
import { InvalidArgumentError } from "../../errors"
import { uuid5 } from "../kit/uuid5"
import type { QdrantCollection } from "./collection"
import { scroll } from "./scroll"

/** Of the points: 1 had no names of writes. */
const formatVersion = 2

/** @throws InvalidArgumentError for points of a later format. */
export async function readInfo(
  collection: QdrantCollection,
  signal: AbortSignal | undefined,
): Promise<SetInfo | undefined> {
  if ((await collection.open(signal)) === undefined) return undefined
  for await (const { payload } of scroll(collection, { must: [{ has_id: [await infoId()] }] }, signal)) {
    const { format, info } = payload as { format?: unknown; info?: SetInfo }
    if (typeof format === "number" && format > formatVersion) {
      const expected = `one of format ${formatVersion} or less: a later version of spd-rag made this one (upgrade, or name another collection)`
      throw new InvalidArgumentError("collection", format, expected)
    }
    return info
  }
  return undefined
}

/** One point. Without an embedder it is kept once there is a collection, which can't be made without dimensions. */
export async function writeInfo(
  collection: QdrantCollection,
  info: SetInfo,
  configured: number | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const wanted = info.embedder?.dimensions ?? 0
  if (wanted === 0 && configured === undefined && (await collection.open(signal)) === undefined) return
  const { dimensions } = await collection.ensure(wanted, signal)
  const vector = Array.from({ length: dimensions }, () => 0)
  const points = [{ id: await infoId(), vector, payload: { kind: "set", format: formatVersion, info } }]
  await collection.write("PUT", "/points", JSON.stringify({ points }), signal)
}

const infoId = () => uuid5("set")
