import { LoadFileError } from "../errors"
import { readDirectory } from "./directory"
import { repack } from "./repack"
import { tooLarge, unpack } from "./unpack"

export { holdsEncryptedPackage, isCompoundFile, refuseCompoundFile } from "../compound-file"

/** A packed file that has been unpacked once, part by part, and found to stay under its limit. */
export interface Zip {
  readonly names: readonly string[]
  /** Undefined where there is no such part. */
  read(name: string): Promise<Uint8Array | undefined>
  /** The parts that hold text, packed anew: for a parser that opens the file by itself. */
  repacked(): Uint8Array
}

/** What may hold text. Other parts are counted, and unpacked again only where somebody asks for one. */
const textPart = /\.(?:xml|rels|bin|vml|x?html?|opf|ncx)$|^mimetype$/i

/**
 * Opens a ZIP file of an office format. Every part is unpacked and counted here, since what the directory says of
 * sizes can be a lie, and the parser behind would find out too late. Of two parts of one name the last one counts,
 * as for whoever adds to a packed file.
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
  for (const entry of entries) {
    if (entry.isEncrypted) throw new LoadFileError("encrypted", "Its parts are encrypted.")
    declared += entry.unpackedBytes
  }
  let left = maxUnpackedBytes
  if (declared > left) throw tooLarge(maxUnpackedBytes)
  const parts = new Map<string, Uint8Array>()
  const others = new Map<string, () => Promise<Uint8Array>>()
  for (const entry of entries) {
    signal?.throwIfAborted()
    const part = await unpack(bytes, entry, left, maxUnpackedBytes)
    left -= part.length
    parts.delete(entry.name)
    others.delete(entry.name)
    if (textPart.test(entry.name)) parts.set(entry.name, part)
    else others.set(entry.name, () => unpack(bytes, entry, part.length, maxUnpackedBytes))
  }
  return {
    names: [...parts.keys(), ...others.keys()],
    read: async (name) => parts.get(name) ?? others.get(name)?.(),
    repacked: () => repack(parts),
  }
}

/** A text of nothing, in a file that has pictures, is a scan. */
export function refusePicturesAlone(text: string, zip: Zip): void {
  if (text === "" && zip.names.some((name) => /^(?:(?:word|ppt)\/media|Pictures)\//.test(name))) {
    throw new LoadFileError("image-only", "It holds pictures alone; it needs text recognition first.")
  }
}
