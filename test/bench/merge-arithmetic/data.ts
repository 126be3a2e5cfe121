/** Vectors around topics, as findings on one question are; the same in every run. */
export function topicVectors(count: number, dimensions: number): number[][] {
  const random = generator(count)
  const topics = Math.ceil(count / 25)
  const centres = Array.from({ length: topics }, () =>
    Array.from({ length: dimensions }, () => random() - 0.5),
  )
  return Array.from({ length: count }, () => {
    const centre = centres[Math.floor(random() * topics)]!
    return centre.map((x) => x + 1.2 * (random() - 0.5))
  })
}

/** Sizes in tokens, log-normal around `median`. */
export function logNormalTokens(count: number, median: number, spread = 0.6): number[] {
  const random = generator(count + 1)
  return Array.from({ length: count }, () => {
    const gauss = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
    return Math.round(median * Math.exp(spread * gauss))
  })
}

function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32
  }
}
