import { raceAbort } from "../../runtime/abort"
import { sha256 } from "../../runtime/hash"
import { LoadFileError } from "../kit/errors"
import { checkFileSize } from "../kit/file-size"
import { asLoadFileError } from "../parsing/parse-bytes"
import { type BlobLike, type FileSource, isBlob } from "./file-source"
import { endingOf } from "./media-types"

/** A source that is no path. */
export interface GivenFile {
  /** Its place among the sources. */
  readonly given: number
  /** Its name, after the way to it from a folder that was chosen. */
  readonly path: string
  readonly realPath: string
  readonly relativePath: string
  /** Media type; may be empty. */
  readonly type: string
  /** False where a folder was chosen that it lies in. */
  readonly isAsked: boolean
  /** A copy, which may be handed over. @throws LoadFileError, or the signal's reason */
  read(maxBytes: number, signal: AbortSignal | undefined): Promise<Uint8Array<ArrayBuffer>>
}

export interface GivenFiles {
  readonly files: readonly GivenFile[]
  readonly failures: readonly { readonly path: string; readonly error: LoadFileError }[]
}

/**
 * The sources that are no paths, in their order. Of a folder that was chosen in a browser, what `selects` takes by its
 * path within, and no names that start with a dot. What has no name is called by a hash of its bytes, so that the same
 * bytes are the same document.
 */
export async function givenFiles(
  sources: readonly FileSource[],
  selects: (relativePath: string) => boolean,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<GivenFiles> {
  const files: GivenFile[] = []
  const failures: { path: string; error: LoadFileError }[] = []
  const seen = new Set<unknown>()
  for (const [given, source] of sources.entries()) {
    if (typeof source === "string" || seen.has(source)) continue
    seen.add(source)
    const { content, name, folderPath, type } = partsOf(source)
    const read: GivenFile["read"] = (most, signal) => readContent(content, most, signal)
    const within = folderPath.slice(folderPath.indexOf("/") + 1)
    if (folderPath !== "" && (/(?:^|\/)\./.test(within) || !selects(within))) continue
    try {
      const path = folderPath || name || (await nameByContent(await read(maxBytes, signal), type))
      if (name === "" && seen.has(path)) continue
      seen.add(path)
      files.push({
        ...{ given, path, realPath: path, relativePath: path },
        ...{ type, isAsked: folderPath === "", read },
      })
    } catch (error) {
      signal?.throwIfAborted()
      failures.push({ path: `sources[${given}]`, error: asLoadFileError(error) })
    }
  }
  return { files, failures }
}

type Content = BlobLike | Uint8Array | ArrayBuffer

function partsOf(source: Exclude<FileSource, string>) {
  if (!isBlob(source)) {
    const { bytes, name, type = isBlob(bytes) ? bytes.type : "" } = source
    return { content: bytes, name: name.toWellFormed(), folderPath: "", type }
  }
  const { name, webkitRelativePath } = source as { name?: unknown; webkitRelativePath?: unknown }
  const text = (value: unknown) => (typeof value === "string" ? value.toWellFormed() : "")
  return { content: source, name: text(name), folderPath: text(webkitRelativePath), type: source.type }
}

async function nameByContent(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<string> {
  return `${(await sha256(bytes)).slice(0, 32)}${endingOf(type) ?? ""}`
}

async function readContent(content: Content, maxBytes: number, signal: AbortSignal | undefined) {
  signal?.throwIfAborted()
  checkFileSize(isBlob(content) ? content.size : content.byteLength, maxBytes)
  const bytes = isBlob(content) ? await blobBytes(content, signal) : copyOf(content)
  checkFileSize(bytes.length, maxBytes)
  return bytes
}

async function blobBytes(blob: BlobLike, signal: AbortSignal | undefined): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bytes = new Uint8Array(await raceAbort(blob.arrayBuffer(), signal))
    // Only the standard's own are known to give bytes that nobody else holds.
    return blob instanceof Blob ? bytes : bytes.slice()
  } catch (cause) {
    signal?.throwIfAborted()
    throw new LoadFileError("unreadable", "Its bytes could not be read.", { cause })
  }
}

/** The caller keeps the bytes; a thread takes over those that it is given. */
function copyOf(content: Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(content)
    ? content
    : { buffer: content, byteOffset: 0, byteLength: content.byteLength }
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength))
}
