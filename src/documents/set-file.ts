import type { EmbeddedChunk, SetInfo, StoredDocument } from "../contracts"
import { InvalidArgumentError } from "../errors"

/** Of the lines; raised when older code would misread them. */
const formatVersion = 1

/** What the lines of an exported set say, in this order: one header, the documents, one end. */
export type SetLine =
  | { readonly type: "set"; readonly format: number; readonly info: SetInfo | null }
  | {
      readonly type: "document"
      readonly document: StoredDocument
      readonly chunks: readonly EmbeddedChunk[]
    }
  /** How many documents there were: a file that was cut off has no end. */
  | { readonly type: "end"; readonly documents: number }

export function headerOf(info: SetInfo | undefined): SetLine {
  return { type: "set", format: formatVersion, info: info ?? null }
}

export function lineOf(line: SetLine): string {
  if (line.type !== "document") return `${JSON.stringify(line)}\n`
  const chunks = line.chunks.map((chunk) => ({ ...chunk, vector: base64Of(chunk.vector) }))
  return `${JSON.stringify({ ...line, chunks })}\n`
}

/** @throws InvalidArgumentError for what is no line of an exported set, with its number */
export function parseLine(text: string, number: number): SetLine {
  const argument = `source, line ${number}`
  try {
    const line = JSON.parse(text) as SetLine
    if (line.type === "set" && line.format <= formatVersion) return line
    if (line.type === "end" && Number.isSafeInteger(line.documents)) return line
    if (line.type === "document" && typeof line.document.id === "string") {
      return { ...line, chunks: line.chunks.map((chunk) => ({ ...chunk, vector: vectorOf(chunk.vector) })) }
    }
    if (line.type === "set") {
      const expected = `a set of format ${formatVersion} or less: a later version of spd-rag wrote this one (upgrade)`
      throw new InvalidArgumentError(argument, line.format, expected)
    }
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw error
  }
  throw new InvalidArgumentError(argument, undefined, "a line of a set that `exportSet` wrote")
}

/** 32-bit floats, least significant byte first. */
function base64Of(vector: ArrayLike<number>): string {
  const view = new DataView(new ArrayBuffer(vector.length * 4))
  for (let at = 0; at < vector.length; at++) view.setFloat32(at * 4, vector[at]!, true)
  let binary = ""
  for (let at = 0; at < view.byteLength; at++) binary += String.fromCharCode(view.getUint8(at))
  return btoa(binary)
}

function vectorOf(base64: unknown): Float32Array {
  const binary = atob(base64 as string)
  const view = new DataView(new ArrayBuffer(binary.length))
  for (let at = 0; at < binary.length; at++) view.setUint8(at, binary.charCodeAt(at))
  return Float32Array.from({ length: binary.length / 4 }, (_, at) => view.getFloat32(at * 4, true))
}
