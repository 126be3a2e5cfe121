/** Lines of a text that comes in pieces of any length, as strings or as UTF-8; blank ones are left out. */
export async function* linesOf(
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  // A long line comes in many pieces: they are joined once.
  let begun: string[] = []
  for await (const piece of pieces) {
    const text = typeof piece === "string" ? piece : decoder.decode(piece, { stream: true })
    const [first = "", ...rest] = text.split("\n")
    begun.push(first)
    for (const next of rest) {
      const line = begun.join("")
      if (line.trim() !== "") yield line
      begun = [next]
    }
  }
  const last = begun.join("") + decoder.decode()
  if (last.trim() !== "") yield last
}
