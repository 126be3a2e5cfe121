/// <reference types="node" />
import { inflateRaw } from "node:zlib"
import { LoadFileError } from "../errors"
import type { Entry } from "./directory"

/** One part. @throws LoadFileError `damaged`, or `too-large` where it has more than `most` of the `limit` bytes. */
export function unpack(bytes: Uint8Array, entry: Entry, most: number, limit: number): Promise<Uint8Array> {
  const packed = bytes.subarray(entry.offset, entry.offset + entry.packedBytes)
  return new Promise((resolve, reject) => {
    if (entry.method === 0) {
      if (packed.length > most) reject(tooLarge(limit))
      else resolve(packed)
    } else if (entry.method === 8) {
      inflateRaw(packed, { maxOutputLength: Math.max(1, most) }, (error, unpacked) => {
        if (error === null) resolve(unpacked)
        else if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") reject(tooLarge(limit))
        else reject(new LoadFileError("damaged", "A part of it can't be unpacked.", { cause: error }))
      })
    } else reject(new LoadFileError("damaged", `A part of it is packed by method ${entry.method}.`))
  })
}

export function tooLarge(limit: number): LoadFileError {
  return new LoadFileError("too-large", `Unpacked it passes the ${limit} bytes that are allowed.`)
}
