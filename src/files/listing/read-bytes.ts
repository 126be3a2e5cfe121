/// <reference types="node" />
import type { FileHandle } from "node:fs/promises"
import { LoadFileError } from "../kit/errors"
import { checkFileSize } from "../kit/file-size"
import { fs } from "../kit/node"
import { systemFailure } from "./list-files"

/** Bytes of a regular file that is no link and not larger than `maxBytes`. @throws LoadFileError */
export async function readBytes(
  path: string | Buffer,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  // The path was resolved before: a link here was put in place since then. Opening a pipe must not wait for a writer.
  const flags = fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0)
  try {
    const file = await fs.open(path, flags)
    try {
      const stats = await file.stat()
      await checkPlace(file, path)
      if (!stats.isFile()) throw new LoadFileError("unsupported", "It is no regular file.")
      checkFileSize(stats.size, maxBytes)
      const bytes = new Uint8Array(stats.size)
      let length = 0
      while (length < bytes.length) {
        signal?.throwIfAborted()
        const { bytesRead } = await file.read(
          bytes,
          length,
          Math.min(bytes.length - length, 4_194_304),
          length,
        )
        if (bytesRead === 0) break
        length += bytesRead
      }
      return bytes.subarray(0, length)
    } finally {
      await file.close()
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof LoadFileError ? error : systemFailure(error)
  }
}

/**
 * A folder on the way may have been swapped for a link since the path was resolved. The system knows where the open
 * file is; where it does not tell, the path must still lead to the same file, without a link on the way.
 */
async function checkPlace(file: FileHandle, path: string | Buffer): Promise<void> {
  const wanted = Buffer.from(path)
  const told = await fs.readlink(`/proc/self/fd/${file.fd}`, "buffer").catch(() => undefined)
  // Deno tells it as text.
  if (told !== undefined && Buffer.from(told).equals(wanted)) return
  const [real, there, here] = await Promise.all([fs.realpath(path, "buffer"), fs.stat(path), file.stat()])
  if (told !== undefined || !real.equals(wanted) || there.ino !== here.ino || there.dev !== here.dev) {
    throw new LoadFileError("outside", "A folder on its way was swapped for a link to another place.")
  }
}
