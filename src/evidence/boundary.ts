import { runStepsYielding, type Steps } from "../runtime/yield"

const boundaryCharacters = 8
/** Units of a text between two places where the event loop may have its turn. */
const stepUnits = 1 << 16
/** Words looked for at once, at first; a text that holds all of them has more looked for each time. */
const firstWords = 16
const moreWords = 64

/**
 * A word that tells apart the texts of a prompt: none of them holds it, so that none can close itself or open another.
 *
 * It follows from the texts, so that equal prompts stay equal, and is hashed again while a text holds it: that is
 * what makes it unforgeable, not the hash. Give every text of the prompt that is not the library's own: titles,
 * headings and metadata too. Time is linear in the texts, and the event loop has its turns.
 */
export function boundaryFor(texts: readonly string[], signal?: AbortSignal): Promise<string> {
  return runStepsYielding(boundarySteps(texts), signal)
}

export function* boundarySteps(texts: readonly string[]): Steps<string> {
  let next = yield* hashSteps(texts)
  for (let count = firstWords; ; count *= moreWords) {
    const words = new Set<number>()
    for (let added = 0; added < count; added++, next = mixed(next + 1)) words.add(next)
    yield* withoutHeld(words, texts)
    for (const word of words) return word.toString(16).padStart(boundaryCharacters, "0")
  }
}

/** Takes the words out that a text holds, as eight hexadecimal digits wherever they stand. */
function* withoutHeld(words: Set<number>, texts: readonly string[]): Steps<void> {
  for (const text of texts) {
    for (let from = 0; from < text.length; from += stepUnits) {
      yield
      // A word may begin before the part.
      removeHeld(words, text, Math.max(0, from - boundaryCharacters), from + stepUnits)
    }
  }
}

function removeHeld(words: Set<number>, text: string, from: number, to: number): void {
  const end = Math.min(to, text.length)
  for (let at = from, digits = 0, value = 0; at < end; at++) {
    const unit = text.charCodeAt(at)
    const isLetter = unit >= 0x61 && unit <= 0x66
    if (!isLetter && (unit < 0x30 || unit > 0x39)) {
      digits = 0
      continue
    }
    value = (value << 4) | (isLetter ? unit - 0x57 : unit - 0x30)
    digits += 1
    if (digits >= boundaryCharacters) words.delete(value >>> 0)
  }
}

/** FNV-1a over UTF-16 units: any hash does, and this one needs no call of the platform's. */
function* hashSteps(texts: readonly string[]): Steps<number> {
  let hash = 0x811c9dc5
  for (const text of texts) {
    for (let from = 0; from < text.length; from += stepUnits) {
      yield
      hash = hashOf(hash, text, from, from + stepUnits)
    }
    hash = Math.imul(hash ^ 0x10000, 0x01000193)
  }
  return mixed(hash)
}

function hashOf(before: number, text: string, from: number, to: number): number {
  const end = Math.min(to, text.length)
  let hash = before
  for (let at = from; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** A bijection of 32-bit numbers that spreads neighbours (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let bits = value
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
