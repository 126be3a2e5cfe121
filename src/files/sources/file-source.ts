import { InvalidArgumentError } from "../../errors"
import type { Check } from "../../runtime/check/options"

/** What is used of a `Blob`: of a browser, of Node, or of a request's form. */
export interface BlobLike {
  /** In bytes. */
  readonly size: number
  /** Media type, such as `application/pdf`; may be empty. */
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}

/** What is used of a `File`. */
export interface FileLike extends BlobLike {
  readonly name: string
  /** The way to it from a folder that was chosen in a browser, that folder's name included. */
  readonly webkitRelativePath?: string | undefined
}

/** Bytes with a name, and a media type where the name has no ending that tells it. */
export interface NamedBytes {
  readonly bytes: Uint8Array | ArrayBuffer | BlobLike
  readonly name: string
  readonly type?: string | undefined
}

/**
 * What `loadDocuments` reads: the path of a file or folder, a `File` or `Blob`, or bytes with a name.
 *
 * A string is always a path: of what somebody else sent, such as the fields of a form, take the files alone.
 */
export type FileSource = string | BlobLike | FileLike | NamedBytes

/** One or several. @throws InvalidArgumentError that names the one that is none */
export const fileSources: Check<readonly FileSource[]> = (value, name) => {
  if (isSource(value)) return [value]
  // The list of an input, a set: whatever can be gone through, but for letters and bytes.
  const isList = typeof value !== "string" && !isBytes(value) && Symbol.iterator in Object(value)
  if (!isList) throw noSource(name, value)
  const list = [...(value as Iterable<unknown>)]
  list.forEach((one, index) => {
    if (!isSource(one)) throw noSource(`${name}[${index}]`, one)
  })
  return list as readonly FileSource[]
}

const noSource = (name: string, value: unknown) =>
  new InvalidArgumentError(
    name,
    value,
    "a path that is not empty, a File or Blob, or `{ bytes, name, type }` with a name that is not empty",
  )

function isSource(value: unknown): value is FileSource {
  if (typeof value === "string") return value !== ""
  if (isBlob(value)) return true
  const { bytes, name, type } = Object(value) as Partial<NamedBytes>
  const isNamed = typeof name === "string" && name !== "" && (type === undefined || typeof type === "string")
  return isNamed && (isBlob(bytes) || isBytes(bytes))
}

/** Known by its shape, since it may come from another realm. */
export function isBlob(value: unknown): value is BlobLike {
  const { size, type, arrayBuffer } = Object(value) as Partial<BlobLike>
  return typeof size === "number" && typeof type === "string" && typeof arrayBuffer === "function"
}

const isBytes = (value: unknown): value is ArrayBuffer | ArrayBufferView =>
  ArrayBuffer.isView(value) ||
  /^\[object (?:Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value))
