import { joinBytes } from "../../../runtime/join-bytes"
import { crc32 } from "./deflate"

/**
 * A ZIP file of stored parts, each name once: what a parser that opens the file by itself is given, so that it can
 * read nothing that was not counted before.
 */
export function repack(parts: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const encoder = new TextEncoder()
  const locals: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const [name, content] of parts) {
    const nameBytes = encoder.encode(name)
    const fields = new DataView(new ArrayBuffer(26))
    fields.setUint16(0, 20, true)
    fields.setUint32(10, crc32(content), true)
    fields.setUint32(14, content.length, true)
    fields.setUint32(18, content.length, true)
    fields.setUint16(22, nameBytes.length, true)
    const common = new Uint8Array(fields.buffer)
    const tail = new DataView(new ArrayBuffer(14))
    tail.setUint32(10, offset, true)
    directory.push(signature(0x02014b50, 20), common, new Uint8Array(tail.buffer), nameBytes)
    locals.push(signature(0x04034b50), common, nameBytes, content)
    offset += 30 + nameBytes.length + content.length
  }
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0)
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, parts.size, true)
  end.setUint16(10, parts.size, true)
  end.setUint32(12, directoryBytes, true)
  end.setUint32(16, offset, true)
  return joinBytes([...locals, ...directory, new Uint8Array(end.buffer)])
}

function signature(value: number, version?: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(version === undefined ? 4 : 6))
  view.setUint32(0, value, true)
  if (version !== undefined) view.setUint16(4, version, true)
  return new Uint8Array(view.buffer)
}
