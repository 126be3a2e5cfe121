/** Whole numbers from 0 to `below`, without it: the same for the same seed. */
export type Random = (below: number) => number

/** Mulberry32, by Tommy Ettinger: 32 bits of state, enough to choose bytes by. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
