import { LoadFileError } from "../errors"
import { readDirectory } from "./directory"
import { repack } from "./repack"
import { tooLarge, unpack } from "./unpack"

export { holdsEncryptedPackage, isCompoundFile, refuseCompoundFile } from "../compound-file"

/** A packed file that has been unpacked once, part by part, and found to stay under its limit. */
export interface Zip {
  readonly names: readonly string[]
  /** Undefined where there is no such part. @throws LoadFileError `damaged` where it can't be unpacked as it was written. */
  read(name: string): Promise<Uint8Array | undefined>
  /**
   * The parts that hold text, packed anew: for a parser that opens the file by itself.
   *
   * @throws LoadFileError of the first that is damaged, since such a parser would not say that one is missing.
   */
  repacked(): Uint8Array
}

/** What may hold text. Other parts are counted, and unpacked again only where somebody asks for one. */
const textPart = /\.(?:xml|rels|bin|vml|x?html?|opf|ncx)$|^mimetype$/i

/** Every damaged part is unpacked as far as it goes, and counts as nothing. */
const maxDamaged = 20

/**
 * Opens a ZIP file of an office format. Every part is unpacked and counted here, since what the directory says of
 * sizes can be a lie, and the parser behind would find out too late. Of two parts of one name the last one counts,
 * as for whoever adds to a packed file. A damaged part is the failure of whoever reads it, since others may be whole.
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
  const damaged = new Map<string, LoadFileError>()
  for (const entry of entries) {
    signal?.throwIfAborted()
    const part = await unpack(bytes, entry, left, maxUnpackedBytes).catch(damageOf)
    for (const known of [parts, others, damaged]) known.delete(entry.name)
    if (part instanceof LoadFileError) {
      damaged.set(entry.name, part)
      if (damaged.size > maxDamaged) throw part
      continue
    }
    left -= part.length
    if (textPart.test(entry.name)) parts.set(entry.name, part)
    else others.set(entry.name, () => unpack(bytes, entry, part.length, maxUnpackedBytes))
  }
  return {
    names: [...parts.keys(), ...others.keys(), ...damaged.keys()],
    async read(name) {
      const damage = damaged.get(name)
      if (damage !== undefined) throw damage
      return parts.get(name) ?? others.get(name)?.()
    },
    repacked() {
      for (const [name, damage] of damaged) if (textPart.test(name)) throw damage
      return repack(parts)
    },
  }
}

function damageOf(error: unknown): LoadFileError {
  if (error instanceof LoadFileError && error.reason === "damaged") return error
  throw error
}

/** True where the bytes are a ZIP file with a part of such a name. */
export function holdsPart(bytes: Uint8Array, name: RegExp): boolean {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return false
  try {
    return readDirectory(bytes).some((entry) => name.test(entry.name))
  } catch {
    return false
  }
}

/** A text of nothing, in a file that has pictures, is a scan. */
export function refusePicturesAlone(text: string, zip: Zip): void {
  if (text === "" && zip.names.some((name) => /^(?:(?:word|ppt)\/media|Pictures)\//.test(name))) {
    throw new LoadFileError("image-only", "It holds pictures alone; it needs text recognition first.")
  }
}
