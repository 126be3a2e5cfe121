import { LoadFileError } from "../errors"
import { crc32, inflate } from "./deflate"
import type { Entry } from "./directory"

const headerBytes = 30

/**
 * One part, found to be what its checksum says: a damaged one may unpack to other figures than were written.
 *
 * @throws LoadFileError `damaged`, or `too-large` where it has more than `most` of the `limit` bytes.
 */
export async function unpack(
  bytes: Uint8Array,
  entry: Entry,
  most: number,
  limit: number,
): Promise<Uint8Array> {
  const damaged = (what: string, cause?: unknown) =>
    new LoadFileError("damaged", `Its part ${entry.name} ${what}.`, { cause })
  const packed = packedBytes(bytes, entry)
  if (packed === undefined) throw damaged("is not where it should be")
  if (entry.method !== 0 && entry.method !== 8) throw damaged(`is packed by method ${entry.method}`)
  if (entry.method === 0 && packed.length > most) throw tooLarge(limit)
  const unpacked = entry.method === 0 ? packed : await inflate(packed, most).catch(refuse)
  if (crc32(unpacked) !== entry.crc) throw damaged("is not as it was written")
  return unpacked

  function refuse(cause: { readonly code?: string }): never {
    if (cause instanceof LoadFileError) throw cause
    throw cause.code === "ERR_BUFFER_TOO_LARGE" ? tooLarge(limit) : damaged("can't be unpacked", cause)
  }
}

/** The part's own header repeats its name and has further fields of its own length. */
function packedBytes(bytes: Uint8Array, { header, packedBytes }: Entry): Uint8Array | undefined {
  if (header + headerBytes > bytes.length) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = header + headerBytes + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
  return bytes.subarray(start, start + packedBytes)
}

export function tooLarge(limit: number): LoadFileError {
  return new LoadFileError("too-large", `Unpacked it passes the ${limit} bytes that are allowed.`)
}
