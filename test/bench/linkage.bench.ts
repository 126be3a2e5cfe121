/** Average linkage beside ml-hclust's agnes on one matrix: time, and the largest difference of a height. */
import { agnes, type Cluster } from "ml-hclust"
import { averageLinkage, cosineDistances } from "../../src"
import { topicVectors } from "./merge-arithmetic/data"

const count = 2000
const vectors = topicVectors(count, 64)
const distances = await cosineDistances(vectors)
const matrix = squareOf(distances.condensed, count)

await averageLinkage(await cosineDistances(vectors.slice(0, 200)))
const times: number[] = []
for (let run = 0; run < 5; run++) {
  const from = performance.now()
  await averageLinkage(distances)
  times.push(performance.now() - from)
}
const oursMs = times.sort((a, b) => a - b)[2]!
const ours = (await averageLinkage(distances)).merges.map(([, , height]) => height)

const from = performance.now()
const tree = agnes(matrix, { method: "average", isDistanceMatrix: true })
const agnesMs = performance.now() - from
const theirs: number[] = []
tree.traverse((cluster: Cluster) => {
  if (!cluster.isLeaf) theirs.push(cluster.height)
})
theirs.sort((a, b) => a - b)

console.log(`${count} items, one distance matrix; ours is the middle of 5 runs`)
console.table({
  "ml-hclust agnes": { ms: Math.round(agnesMs), times: 1 },
  averageLinkage: { ms: Math.round(oursMs), times: Math.round(agnesMs / oursMs) },
})
const difference = ours.reduce((most, height, k) => Math.max(most, Math.abs(height - theirs[k]!)), 0)
console.log(`largest difference of a height: ${difference.toExponential(1)} (target: float32, under 1e-5)`)
console.log(`target: at least 100 times faster: ${agnesMs / oursMs >= 100 ? "met" : "missed"}`)

function squareOf(condensed: Float32Array, n: number): number[][] {
  const square = Array.from({ length: n }, () => new Array<number>(n).fill(0))
  let at = 0
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      square[i]![j] = condensed[at]!
      square[j]![i] = condensed[at++]!
    }
  }
  return square
}
