/**
 * `npm run fuzz [-- seconds [seed]]`: random bytes and mutated small files through every loader, as it is shipped.
 * Each has to give a document or a failure with a reason, within the limits of time and memory, and never a crash.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { builtFiles } from "../files/built"
import { zip } from "../files/fixtures"
import { mutate } from "./mutate"
import { type Random, seededRandom } from "./random"
import { type Seed, seeds } from "./seeds"

const seconds = Number(process.argv[2] ?? 600)
const seed = Number(process.argv[3] ?? 20_261_130)
const filesPerRound = 25
/** Twice what a thread may have, for its own parts and for what the process itself holds. */
const maxGrowthBytes = 600_000_000
console.log(`Fuzz of the loaders: ${seconds} s, seed ${seed}.`)

const { files, remove } = await builtFiles()
const all = await seeds()
const counts = new Map<string, number>()
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
const baseline = process.memoryUsage.rss()
const end = Date.now() + seconds * 1000
let round = 0
for (; Date.now() < end; round++) {
  const folder = await mkdtemp(join(tmpdir(), "spd-rag-fuzz-"))
  try {
    await runRound(folder, seededRandom(seed + round))
    await rm(folder, { recursive: true, force: true })
  } catch (error) {
    console.error(`Round ${round} of seed ${seed} failed; its files are in ${folder}.`, error)
    process.exitCode = 1
    break
  }
}
remove()
const told = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([what, times]) => `${what} ${times}`)
console.log(`${round} rounds of ${filesPerRound} files: ${told.join(", ")}.`)

async function runRound(folder: string, random: Random): Promise<void> {
  for (let index = 0; index < filesPerRound; index++) {
    const chosen = all[random(all.length)]!
    await writeFile(join(folder, `${index}${chosen.extension}`), fuzzed(chosen, random))
  }
  let seen = 0
  const onError = ({ error, reason }: { error: Error; reason: string }) => {
    if (error.name !== "LoadFileError") throw error
    count(reason)
    seen++
  }
  // A heap of 128 MiB, which is the least that a thread has.
  for await (const { text, metadata } of files.loadDocuments(folder, {
    onError,
    maxFileBytes: 1_000_000,
    parseTimeoutMs: 20_000,
  })) {
    if (text.trim() === "" || text.length > 1_000_000)
      throw new Error("A document without text, or of too much.")
    count(`${metadata?.format}`)
    seen++
  }
  if (seen !== filesPerRound) throw new Error(`${filesPerRound} files gave ${seen} documents and failures.`)
  const growth = process.memoryUsage.rss() - baseline
  if (growth > maxGrowthBytes) throw new Error(`The process grew by ${growth} bytes.`)
}

function fuzzed({ bytes, parts }: Seed, random: Random): Uint8Array {
  if (random(20) === 0) return Buffer.from(Array.from({ length: 1 + random(2000) }, () => random(256)))
  if (parts === undefined) return mutate(bytes, random)
  const names = Object.keys(parts)
  const name = names[random(names.length)]!
  const packed = zip(random(4) === 0 ? parts : { ...parts, [name]: mutate(parts[name]!, random) })
  return random(4) === 0 ? mutate(packed, random) : packed
}
