import { sha256 } from "../runtime/hash"

const BOUNDARY_CHARACTERS = 8

/**
 * A word that tells apart the texts of a prompt: none of them holds it, so that none can close itself or open another.
 *
 * It follows from the texts, so that equal prompts stay equal, and is hashed again while a text happens to hold it
 * (or was made to: a few billion guesses find a text that names its own hash). Give every text of the prompt that
 * is not the library's own: titles, headings and metadata too.
 */
export async function boundaryFor(texts: readonly string[]): Promise<string> {
  let digest = await sha256(texts.join("\n"))
  for (;;) {
    const word = digest.slice(0, BOUNDARY_CHARACTERS)
    if (!texts.some((text) => text.includes(word))) return word
    digest = await sha256(digest)
  }
}
