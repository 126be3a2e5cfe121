/// <reference types="node" />
import { builtin } from "../../../runtime/builtin"
import { joinBytes } from "../../../runtime/join-bytes"
import { LoadFileError } from "../errors"

/**
 * Unpacks deflated bytes (RFC 1951).
 *
 * @throws an error with the code `ERR_BUFFER_TOO_LARGE`, as Node calls it, for more than `most`; another for damaged bytes
 */
export const inflate = (packed: Uint8Array, most: number): Promise<Uint8Array> =>
  zlib === undefined ? inflateByStream(packed, most) : inflateByNode(packed, most, zlib)

type Zlib = typeof import("node:zlib")
const zlib = builtin<Zlib>("node:zlib")

function inflateByNode(packed: Uint8Array, most: number, { inflateRaw }: Zlib): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    inflateRaw(packed, { maxOutputLength: Math.max(1, most) }, (error, unpacked) => {
      if (error === null) resolve(unpacked)
      else reject(error)
    })
  })
}

/** As browsers do it, and those edge runtimes that can. @throws LoadFileError `unsupported` where none of it is there */
export async function inflateByStream(packed: Uint8Array, most: number): Promise<Uint8Array> {
  if (typeof DecompressionStream === "undefined") {
    throw new LoadFileError("unsupported", "It is packed, and this runtime has no DecompressionStream.")
  }
  const { readable, writable } = new DecompressionStream("deflate-raw")
  const writer = writable.getWriter()
  // What fails here fails the reading too.
  writer.write(packed as Uint8Array<ArrayBuffer>).catch(() => {})
  writer.close().catch(() => {})
  const reader = readable.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length
    if (length > most) {
      await reader.cancel().catch(() => {})
      throw Object.assign(new RangeError(`More than ${most} bytes came.`), { code: "ERR_BUFFER_TOO_LARGE" })
    }
    parts.push(read.value)
  }
  return joinBytes(parts)
}

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The checksum of ZIP files (ISO 3309), from 0 to 2^32 - 1. */
export function crc32(bytes: Uint8Array): number {
  if (zlib !== undefined) return zlib.crc32(bytes)
  let value = -1
  for (const byte of bytes) value = table[(value ^ byte) & 0xff]! ^ (value >>> 8)
  return ~value >>> 0
}
