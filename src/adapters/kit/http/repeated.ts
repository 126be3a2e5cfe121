/** Runs of at least this many characters count as repeated; shorter ones are words that anybody uses. */
const runLength = 16
const table = 1 << 16
const base = 31

/**
 * The text with what it repeats of `source`, UTF-16 units, replaced by `[...]`: runs of 16 characters and more. A run that
 * `mayStay` accepts is left. One pass over the source, however the two are made.
 */
export function withoutRepeated(
  text: string,
  source: Uint16Array,
  mayStay: (run: string) => boolean,
): string {
  const repeated = repeatedRuns(text, source)
  const parts: string[] = []
  for (let at = 0, from = 0; at <= text.length; at++) {
    if (at < text.length && repeated[at] === repeated[from]) continue
    const part = text.slice(from, at)
    parts.push(repeated[from] !== 1 || mayStay(part) ? part : "[...]")
    from = at
  }
  return parts.join("")
}

/** For each character of the text, 1 where it is part of a run that stands in the source too. */
function repeatedRuns(text: string, source: Uint16Array): Uint8Array {
  const positions = new Map<string, number[]>()
  for (let at = 0; at + runLength <= text.length; at++) {
    const run = text.slice(at, at + runLength)
    const known = positions.get(run)
    if (known === undefined) positions.set(run, [at])
    else known.push(at)
  }
  // How many runs that are still looked for have each hash.
  const sought = new Uint16Array(table)
  for (const run of positions.keys()) sought[hashOf(run)]! += 1
  const repeated = new Uint8Array(text.length)
  let oldest = 1
  for (let power = 0; power < runLength; power++) oldest = Math.imul(oldest, base)
  for (let end = 0, hash = 0; end < source.length && positions.size > 0; end++) {
    hash = (Math.imul(hash, base) + source[end]!) | 0
    if (end >= runLength) hash = (hash - Math.imul(oldest, source[end - runLength]!)) | 0
    if (sought[hash & (table - 1)] === 0 || end + 1 < runLength) continue
    const run = String.fromCharCode(...source.subarray(end + 1 - runLength, end + 1))
    for (const at of positions.get(run) ?? []) repeated.fill(1, at, at + runLength)
    if (positions.delete(run)) sought[hash & (table - 1)]! -= 1
  }
  return repeated
}

function hashOf(run: string): number {
  let hash = 0
  for (let at = 0; at < run.length; at++) hash = (Math.imul(hash, base) + run.charCodeAt(at)) | 0
  return hash & (table - 1)
}
