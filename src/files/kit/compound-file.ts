import { LoadFileError } from "./errors"
import { latin1 } from "./latin1"

/** True for the older container that also holds encrypted office files. */
export function isCompoundFile(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0
}

/** True where a compound file has the stream of an encrypted office file (MS-OFFCRYPTO, 2.3.4.4). */
export function holdsEncryptedPackage(bytes: Uint8Array): boolean {
  // In UTF-16: a zero byte after each letter.
  return isCompoundFile(bytes) && latin1(bytes).includes("EncryptedPackage".replace(/./g, "$&\0"))
}

/** What is wrong with a file that ought to be a packed office file, if its first bytes tell. */
export function refuseCompoundFile(bytes: Uint8Array): void {
  if (holdsEncryptedPackage(bytes)) throw new LoadFileError("encrypted", "It needs a password.")
  if (isCompoundFile(bytes))
    throw new LoadFileError("unsupported", "It is of the older binary office format.")
}
