/// <reference types="node" />
import { nodePath } from "../kit/node"

/** A place in the file system: as the system takes it, and as it is shown. They differ for names that are no UTF-8. */
export interface Place {
  readonly system: string | Buffer
  readonly shown: string
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The place of a name in a folder. Bytes that are no UTF-8 are shown as `\xE9`. */
export function placeIn(folder: Place, name: Uint8Array): Place {
  const base = folder.shown.endsWith(nodePath.sep) ? folder.shown : folder.shown + nodePath.sep
  const decoded = decode(name)
  if (decoded !== undefined && typeof folder.system === "string") {
    return { system: base + decoded, shown: base + decoded }
  }
  const system = Buffer.concat([Buffer.from(folder.system), Buffer.from(nodePath.sep), name])
  return { system, shown: base + (decoded ?? escaped(name)) }
}

function decode(name: Uint8Array): string | undefined {
  try {
    return utf8.decode(name)
  } catch {
    return undefined
  }
}

const escaped = (name: Uint8Array): string =>
  Array.from(name, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16).toUpperCase()}`,
  ).join("")
