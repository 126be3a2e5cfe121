import { LoadFileError } from "../errors"

/** A part as the directory tells of it; none of it is believed when the part is unpacked. */
export interface Entry {
  readonly name: string
  /** Where its own header begins, which its packed bytes follow. */
  readonly header: number
  readonly packedBytes: number
  readonly unpackedBytes: number
  /** 0 stored, 8 deflated. */
  readonly method: number
  /** Checksum of what is unpacked. */
  readonly crc: number
  readonly isEncrypted: boolean
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
/** Many more than office files have, which are tens to thousands. */
const maxEntries = 65_535
const unknown32 = 0xffffffff

/**
 * The central directory (APPNOTE 6.3.10, 4.3.12 and 4.3.16), to its end: what the end record says of their number
 * is not believed, since readers differ in whether they do. Of two parts of one name both are here.
 *
 * @throws LoadFileError `damaged`, or `too-large` for more parts than any office file has.
 */
export function readDirectory(bytes: Uint8Array): readonly Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: Entry[] = []
  try {
    let end = bytes.length - 22
    while (view.getUint32(end, true) !== endSignature) end--
    let at = view.getUint32(end + 16, true)
    if (at === unknown32) at = Number(view.getBigUint64(Number(view.getBigUint64(end - 12, true)) + 48, true))
    if (view.getUint16(end + 10, true) > 0 && view.getUint32(at, true) !== entrySignature) {
      throw new RangeError("no directory entry")
    }
    while (at + 46 <= end && view.getUint32(at, true) === entrySignature) {
      if (entries.length === maxEntries) throw new LoadFileError("too-large", "It holds over 65,535 parts.")
      const entry = readEntry(bytes, view, at)
      entries.push(entry.entry)
      at = entry.next
    }
  } catch (cause) {
    if (cause instanceof LoadFileError) throw cause
    throw new LoadFileError("damaged", "It is no whole ZIP file, which its format is packed as.", { cause })
  }
  return entries
}

function readEntry(bytes: Uint8Array, view: DataView, at: number): { entry: Entry; next: number } {
  const nameEnd = at + 46 + view.getUint16(at + 28, true)
  const extraEnd = nameEnd + view.getUint16(at + 30, true)
  const [unpackedBytes, packedBytes, header] = sizes(view, at, nameEnd, extraEnd)
  const entry = {
    name: new TextDecoder().decode(bytes.subarray(at + 46, nameEnd)),
    header,
    packedBytes,
    unpackedBytes,
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
  }
  return { entry, next: extraEnd + view.getUint16(at + 32, true) }
}

/** Unpacked size, packed size and offset; those that the entry leaves to its ZIP64 field are there in this order. */
function sizes(view: DataView, at: number, from: number, to: number): readonly [number, number, number] {
  const values = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)]
  for (let field = from; field + 4 <= to; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue
    let value = field + 4
    values.forEach((size, index) => {
      if (size !== unknown32) return
      values[index] = Number(view.getBigUint64(value, true))
      value += 8
    })
  }
  return values as [number, number, number]
}
