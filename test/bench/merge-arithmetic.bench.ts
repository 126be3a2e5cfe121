/** Distances, linkage and packing of up to 10,000 findings of 1,536 dimensions, beside scikit-learn. */
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { averageLinkage, cosineDistances, type Distances, packBatches } from "../../src"
import { logNormalTokens, topicVectors } from "./merge-arithmetic/data"

const dimensions = 1536
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

interface Case {
  readonly distancesMs: number
  readonly linkageMs: number
  readonly packingMs?: number
  readonly peakMb: number
  readonly driftMs?: number
}

const ours = (count: number) =>
  measured(process.execPath, [
    "--import",
    "tsx",
    file("merge-arithmetic/child.ts"),
    `${count}`,
    `${dimensions}`,
  ])
const small = ours(1000)!
const large = ours(10_000)!
const script = [file("merge-arithmetic/sklearn.py"), "10000", `${dimensions}`]
// Debian's own Python has Debian's python3-sklearn, whichever comes first on the path.
const python = measured("python3", script) ?? measured("/usr/bin/python3", script)

console.log(`findings of ${dimensions} dimensions, as arrays of doubles; peak memory of the whole process`)
console.table({
  "ours, 1,000": row(small),
  "ours, 10,000": row(large),
  ...(python === undefined ? {} : { "scikit-learn, 10,000": row(python) }),
})
const exponent = Math.log10(total(large) / total(small))
console.log(`growth from 1,000 to 10,000: exponent ${exponent.toFixed(2)} (target: at most 2.1)`)
console.log(`drift of a 10 ms timer at 10,000: ${large.driftMs!.toFixed(0)} ms (target: under 60)`)
if (python === undefined) console.log("scikit-learn is absent (Debian: python3-sklearn): no comparison")
else {
  console.log(`time: ${(total(large) / total(python)).toFixed(2)} of scikit-learn's (target: at most 0.7)`)
  console.log(`memory: ${(large.peakMb / python.peakMb).toFixed(2)} of scikit-learn's (target: at most 0.35)`)
}

const count = 2000
const vectors = topicVectors(count, 256)
const distances = await cosineDistances(vectors)
const dendrogram = await averageLinkage(distances)
const rows: Record<string, unknown> = {}
for (const perBatch of [3, 10, 30, 100]) {
  const tokens = logNormalTokens(count, 300)
  addRow(`log-normal, ${perBatch} a batch`, tokens, Math.max(Math.max(...tokens), 360 * perBatch))
}
addRow("all 0.6 of the budget", new Array<number>(count).fill(600), 1000)
addRow("all 0.3 of the budget", new Array<number>(count).fill(300), 1000)
console.log(`packing of ${count} findings; fewest is total tokens / budget, rounded up`)
console.table(rows)

function addRow(name: string, tokens: readonly number[], budget: number) {
  const fewest = Math.ceil(tokens.reduce((sum, size) => sum + size, 0) / budget)
  const subtrees = packBatches({ tokens, dendrogram, budget, rule: "subtrees" })
  const close = packBatches({ tokens, dendrogram, budget })
  const [a, b] = [pairsOf(subtrees, distances), pairsOf(close, distances)]
  rows[name] = {
    fewest,
    subtrees: subtrees.length,
    close: close.length,
    "close / fewest": +(close.length / fewest).toFixed(2),
    "cosine, subtrees": +a.meanCosine.toFixed(3),
    "cosine, close": +b.meanCosine.toFixed(3),
    "similar pairs, subtrees": a.similar,
    "similar pairs, close": b.similar,
  }
}

/** Pairs in one batch: their mean cosine, and how many are nearer than 0.7, as only pairs of one topic are here. */
function pairsOf(batches: readonly (readonly number[])[], { count: n, condensed }: Distances) {
  let pairs = 0
  let cosines = 0
  let similar = 0
  for (const batch of batches) {
    batch.forEach((i, at) => {
      for (const j of batch.slice(at + 1)) {
        const distance = condensed[(i * (2 * n - i - 1)) / 2 + j - i - 1]!
        pairs++
        cosines += 1 - distance
        if (distance < 0.7) similar++
      }
    })
  }
  return { meanCosine: pairs === 0 ? 0 : cosines / pairs, similar }
}

function measured(command: string, parameters: readonly string[]): Case | undefined {
  const { status, stdout } = spawnSync(command, parameters, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  })
  return status === 0 ? (JSON.parse(stdout) as Case) : undefined
}

function total(run: Case): number {
  return run.distancesMs + run.linkageMs + (run.packingMs ?? 0)
}

function row(run: Case) {
  return {
    "distances s": +(run.distancesMs / 1000).toFixed(2),
    "linkage s": +(run.linkageMs / 1000).toFixed(2),
    "packing s": +((run.packingMs ?? 0) / 1000).toFixed(3),
    "all s": +(total(run) / 1000).toFixed(2),
    "peak MB": Math.round(run.peakMb),
  }
}
