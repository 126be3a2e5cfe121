import type { Random } from "./random"

const extremes = ["0", "-1", "65536", "2147483648", "9999999999999999", "NaN", "1e308", ""]

/** One to eight changes of the kinds that files suffer or attackers make. */
export function mutate(bytes: Uint8Array, random: Random): Uint8Array {
  let changed = Buffer.from(bytes)
  for (let count = 1 + random(8); count > 0; count--)
    changed = changes[random(changes.length)]!(changed, random)
  return changed.subarray(0, 900_000)
}

type Change = (bytes: Buffer<ArrayBuffer>, random: Random) => Buffer<ArrayBuffer>

const span = (bytes: Buffer, random: Random): readonly [number, number] => {
  const start = random(bytes.length + 1)
  return [start, Math.min(bytes.length, start + random(200))]
}

const changes: readonly Change[] = [
  (bytes, random) => {
    for (let count = 1 + random(20); count > 0 && bytes.length > 0; count--)
      bytes[random(bytes.length)] = random(256)
    return bytes
  },
  (bytes, random) => bytes.subarray(0, random(bytes.length + 1)),
  (bytes, random) => {
    const [start, end] = span(bytes, random)
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
  },
  (bytes, random) => {
    const [start, end] = span(bytes, random)
    const piece = bytes.subarray(start, end)
    return Buffer.concat([bytes.subarray(0, end), ...Array(1 + random(300)).fill(piece), bytes.subarray(end)])
  },
  (bytes, random) => {
    const [start] = span(bytes, random)
    const noise = Buffer.from(Array.from({ length: random(50) }, () => random(256)))
    return Buffer.concat([bytes.subarray(0, start), noise, bytes.subarray(start)])
  },
  (bytes, random) => {
    const text = bytes.toString("latin1")
    const numbers = [...text.matchAll(/\d+/g)]
    const found = numbers[random(numbers.length || 1)]
    if (found === undefined) return bytes
    const after = found.index + found[0].length
    return Buffer.from(
      text.slice(0, found.index) + extremes[random(extremes.length)] + text.slice(after),
      "latin1",
    )
  },
]
