import { averageLinkage, cosineDistances } from "spd-rag"

/** Work of a second or so, in one piece: distances of so many vectors. */
const count = 3000
const dimensions = 256
/** A slice is 15 ms; a busy machine may stretch it. */
const mostMsPerTurn = 100

/**
 * Long arithmetic lets timers and, where there is an address, replies of the network through.
 *
 * @throws Error where it hardly does
 */
export async function yields(url: string | undefined): Promise<string> {
  const vectors = Array.from({ length: count }, (_, row) => vectorOf(row))
  let working = true
  const timers = countWhile(
    () => working,
    () => new Promise((resolve) => setTimeout(resolve, 0)),
  )
  const replies = countWhile(
    () => working && url !== undefined,
    async () => void (await (await fetch(url!)).text()),
  )
  const started = Date.now()
  const distances = await cosineDistances(vectors)
  await averageLinkage(distances)
  const durationMs = Date.now() - started
  working = false
  const [turns, answered] = await Promise.all([timers, replies])
  const told = `${turns} timers and ${answered} replies in ${durationMs} ms of arithmetic`
  if (turns < Math.max(5, durationMs / mostMsPerTurn)) throw new Error(`The event loop had ${told}.`)
  if (url !== undefined && answered < 2) throw new Error(`The network had ${told}.`)
  return told
}

/** Long arithmetic is left by an abort that a timer brings. */
export async function isLeft(): Promise<void> {
  const vectors = Array.from({ length: count }, (_, row) => vectorOf(row))
  const reason = new Error("enough")
  const controller = new AbortController()
  setTimeout(() => controller.abort(reason), 1)
  const settled = await cosineDistances(vectors, { signal: controller.signal }).catch((error) => error)
  if (settled !== reason) throw new Error(`Aborted arithmetic settled with ${settled}.`)
}

async function countWhile(goesOn: () => boolean, once: () => Promise<void>): Promise<number> {
  let counted = 0
  while (goesOn()) {
    await once()
    if (goesOn()) counted++
  }
  return counted
}

function vectorOf(row: number): readonly number[] {
  let state = row + 1
  return Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32 - 0.5
  })
}
