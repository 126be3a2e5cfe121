/** One case in a process of its own, so that its peak memory is its own. Arguments: count, dimensions. */
import { averageLinkage, cosineDistances, packBatches } from "../../../src"
import { logNormalTokens, topicVectors } from "./data"

const [count, dimensions] = process.argv.slice(2).map(Number) as [number, number]
const vectors = topicVectors(count, dimensions)
const tokens = logNormalTokens(count, 300)

let driftMs = 0
let last = performance.now()
const timer = setInterval(() => {
  driftMs = Math.max(driftMs, performance.now() - last - 10)
  last = performance.now()
}, 10)
const start = performance.now()
const distances = await cosineDistances(vectors)
const measured = performance.now()
const dendrogram = await averageLinkage(distances)
const linked = performance.now()
// As between the same steps of a round.
await new Promise((resolve) => setImmediate(resolve))
const packing = performance.now()
const batches = packBatches({ tokens, dendrogram, budget: 16_000 })
const packed = performance.now()
await new Promise((resolve) => setTimeout(resolve, 20))
clearInterval(timer)

console.log(
  JSON.stringify({
    distancesMs: measured - start,
    linkageMs: linked - measured,
    packingMs: packed - packing,
    peakMb: process.resourceUsage().maxRSS / 1024,
    driftMs,
    batches: batches.length,
  }),
)
