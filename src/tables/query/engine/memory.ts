import type { SQLite } from "./peer"

/** There is no room in SQLite's memory for a text. */
export class MemoryFull extends Error {}

/** Texts in and out of SQLite's memory. */
export interface TextMemory {
  /** Puts the text, with a NUL behind it, where the next call of this puts its own. @throws MemoryFull */
  write(text: string): { readonly pointer: number; readonly length: number }
  read(pointer: number, length: number): string
  /** Up to the first NUL; empty for a null pointer. */
  readName(pointer: number): string
}

/** Units up to which plain letters are copied one by one, since a call of the encoder takes longer. */
const shortText = 64
const encoder = new TextEncoder()
// A mark of byte order at the beginning of a value is part of it.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

export function textMemory({ wasm }: SQLite): TextMemory {
  let pointer = 0
  let size = 0
  function read(start: number, length: number): string {
    const heap = wasm.heap8u()
    let text = ""
    for (let at = start; at < start + length; at++) {
      const byte = heap[at]!
      if (byte > 127 || length > shortText) return decoder.decode(heap.subarray(start, start + length))
      text += String.fromCharCode(byte)
    }
    return text
  }
  return {
    write(text) {
      const needed = text.length * 3 + 1
      if (needed > size) {
        wasm.exports.free(pointer)
        size = Math.max(needed, 4_096)
        pointer = wasm.exports.malloc(size)
        if (pointer === 0) {
          size = 0
          throw new MemoryFull("The memory of SQLite is full.")
        }
      }
      const heap = wasm.heap8u()
      let at = 0
      while (at < text.length && text.length <= shortText && text.charCodeAt(at) < 128)
        heap[pointer + at] = text.charCodeAt(at++)
      if (at === text.length) {
        heap[pointer + at] = 0
        return { pointer, length: at }
      }
      const { written } = encoder.encodeInto(text, heap.subarray(pointer, pointer + size))
      heap[pointer + written] = 0
      return { pointer, length: written }
    },
    read,
    readName(start) {
      return start === 0 ? "" : read(start, wasm.heap8u().indexOf(0, start) - start)
    },
  }
}
