/** The encoding by its byte order mark. UTF-32 first: its mark begins as that of UTF-16 does. */
export function encodingByMark(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? "utf-32le" : "utf-16le"
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return "utf-32be"
  if (a === 0xfe && b === 0xff) return "utf-16be"
  return a === 0xef && b === 0xbb && c === 0xbf ? "utf-8" : undefined
}

/** UTF-16 and UTF-32 without a mark: Latin letters have zero bytes at fixed places, and hardly any at the others. */
export function encodingByZeros(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, Math.min(bytes.length & ~1, 4096))
  const zeros: [number, number, number, number] = [0, 0, 0, 0]
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index & 3]!++
  })
  const [first, second, third, fourth] = zeros
  const quads = Math.floor(sample.length / 4)
  if (bytes.length % 4 === 0 && quads > 0) {
    if (fourth === quads && third > quads * 0.8 && first < quads * 0.2) return "utf-32le"
    if (first === quads && second > quads * 0.8 && fourth < quads * 0.2) return "utf-32be"
  }
  const pairs = sample.length / 2
  const [even, odd] = [first + third, second + fourth]
  if (pairs < 2) return undefined
  if (odd > pairs * 0.4 && even <= pairs * 0.02) return "utf-16le"
  return even > pairs * 0.4 && odd <= pairs * 0.02 ? "utf-16be" : undefined
}
