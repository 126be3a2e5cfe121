const BOUNDARY_CHARACTERS = 8
const HEX_WORDS = /(?=([0-9a-f]{8}))/g

/**
 * A word that tells apart the texts of a prompt: none of them holds it, so that none can close itself or open another.
 *
 * It follows from the texts, so that equal prompts stay equal, and is hashed again while a text holds it: that is
 * what makes it unforgeable, not the hash. Give every text of the prompt that is not the library's own: titles,
 * headings and metadata too. Time is linear in the texts.
 */
export function boundaryFor(texts: readonly string[]): string {
  const held = new Set(texts.flatMap((text) => [...text.matchAll(HEX_WORDS)].map(([, word]) => word)))
  for (let hash = hashOf(texts); ; hash = mixed(hash + 1)) {
    const word = hash.toString(16).padStart(BOUNDARY_CHARACTERS, "0")
    if (!held.has(word)) return word
  }
}

/** FNV-1a over UTF-16 units: any hash does, and this one takes no turn of the event loop. */
function hashOf(texts: readonly string[]): number {
  let hash = 0x811c9dc5
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    hash = Math.imul(hash ^ 0x10000, 0x01000193)
  }
  return mixed(hash)
}

/** A bijection of 32-bit numbers that spreads neighbours (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let bits = value
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
