/** A vector of the text's words: equal texts get equal vectors, texts that share words get close ones. */
export function hashVector(text: string, dimensions: number): number[] {
  const vector = Array<number>(dimensions).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text]) {
    let hash = 2_166_136_261
    for (const unit of word) hash = Math.imul(hash ^ (unit.codePointAt(0) as number), 16_777_619) >>> 0
    vector[hash % dimensions] = (vector[hash % dimensions] as number) + 1
  }
  const length = Math.hypot(...vector)
  return length === 0 ? vector.map((_, at) => (at === 0 ? 1 : 0)) : vector.map((value) => value / length)
}
