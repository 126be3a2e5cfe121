/// <reference types="node" />
import { inflateRaw } from "node:zlib"
import { LoadFileError } from "./errors"

/** A packed file that has been unpacked once, part by part, and found to stay under its limit. */
export interface Zip {
  readonly names: readonly string[]
  /** Undefined where there is no such part. */
  read(name: string): Promise<Uint8Array | undefined>
}

interface Entry {
  readonly offset: number
  readonly packedBytes: number
  readonly unpackedBytes: number
  readonly method: number
  readonly isEncrypted: boolean
}

/**
 * Opens a ZIP file of an office format. Every part is unpacked and counted here, since what the directory says of
 * sizes can be a lie, and the parser behind would find out too late.
 *
 * @throws LoadFileError `damaged`, `encrypted`, or `too-large` where the parts together pass `maxUnpackedBytes`.
 */
export async function openZip(
  bytes: Uint8Array,
  maxUnpackedBytes: number,
  signal: AbortSignal | undefined,
): Promise<Zip> {
  const entries = readDirectory(bytes)
  let declared = 0
  for (const entry of entries.values()) {
    if (entry.isEncrypted) throw new LoadFileError("encrypted", "Its parts are encrypted.")
    declared += entry.unpackedBytes
  }
  let left = maxUnpackedBytes
  if (declared > left) throw tooLarge(maxUnpackedBytes)
  for (const entry of entries.values()) {
    signal?.throwIfAborted()
    left -= (await unpack(bytes, entry, left, maxUnpackedBytes)).length
  }
  return {
    names: [...entries.keys()],
    read: async (name) => {
      const entry = entries.get(name)
      return entry && unpack(bytes, entry, maxUnpackedBytes, maxUnpackedBytes)
    },
  }
}

/** The central directory (APPNOTE 6.3.10, 4.3.12 and 4.3.16). Files of ZIP64 size are over any limit here. */
function readDirectory(bytes: Uint8Array): Map<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = new Map<string, Entry>()
  try {
    let end = bytes.length - 22
    while (view.getUint32(end, true) !== 0x06054b50) end--
    const count = view.getUint16(end + 10, true)
    let at = view.getUint32(end + 16, true)
    for (let index = 0; index < count; index++) {
      if (view.getUint32(at, true) !== 0x02014b50) throw new RangeError("no directory entry")
      const nameLength = view.getUint16(at + 28, true)
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
      const local = view.getUint32(at + 42, true)
      entries.set(name, {
        // The local header repeats the name and has extra fields of its own length.
        offset: local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true),
        packedBytes: view.getUint32(at + 20, true),
        unpackedBytes: view.getUint32(at + 24, true),
        method: view.getUint16(at + 10, true),
        isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      })
      at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
  } catch (cause) {
    throw new LoadFileError("damaged", "It is no whole ZIP file, which its format is packed as.", { cause })
  }
  return entries
}

function unpack(bytes: Uint8Array, entry: Entry, most: number, limit: number): Promise<Uint8Array> {
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

function tooLarge(limit: number): LoadFileError {
  return new LoadFileError("too-large", `Unpacked it passes the ${limit} bytes that are allowed.`)
}

/** True for the older container that also holds encrypted office files. */
export function isCompoundFile(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0
}

/** True where a compound file has the stream of an encrypted office file (MS-OFFCRYPTO, 2.3.4.4). */
export function holdsEncryptedPackage(bytes: Uint8Array): boolean {
  const name = Buffer.from("EncryptedPackage", "utf16le")
  return isCompoundFile(bytes) && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(name)
}

/** What is wrong with a file that ought to be a packed office file, if its first bytes tell. */
export function refuseCompoundFile(bytes: Uint8Array): void {
  if (holdsEncryptedPackage(bytes)) throw new LoadFileError("encrypted", "It needs a password.")
  if (isCompoundFile(bytes))
    throw new LoadFileError("unsupported", "It is of the older binary office format.")
}

/** A text of nothing, in a file that has pictures, is a scan. */
export function refusePicturesAlone(text: string, zip: Zip): void {
  if (text === "" && zip.names.some((name) => /^(word|ppt)\/media\//.test(name))) {
    throw new LoadFileError("image-only", "It holds pictures alone; it needs text recognition first.")
  }
}
