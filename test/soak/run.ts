/**
 * npm run soak -- MINUTES CACHE_BYTES (20 and 400,000 by default; 0 bytes for no cache): 50 questions a minute on one instance, on fakes that fail in every way that
 * providers do, with aborts, limits, streams that are left, documents that come and go, and a cache that is full. Prints the
 * heap after collection by quarter of the time, listeners and handles, and ends with 1 where something grows or stays.
 */
import { getEventListeners, setMaxListeners } from "node:events"
import { type Embedder, type SpdRag, spdRag } from "../../src"
import { memoryCache } from "../../src/adapters/cache"
import { fakeEmbedder } from "../../src/testing"
import { faultyModel } from "./faulty-model"
import { seeded } from "./seeded"

const minutes = Number(process.argv[2] ?? 20)
const cacheBytes = Number(process.argv[3] ?? 400_000)
const questionEveryMs = 60_000 / 50
const documentCount = 8
/** A machine that is too slow asks later; a pile of questions would be measured in place of what stays. */
const mostUnderWay = 20
const sampleEveryMs = 5_000

const collectGarbage = globalThis.gc
if (collectGarbage === undefined) throw new Error("Run it with node --expose-gc, as `npm run soak` does.")

const random = seeded(1)
const llm = faultyModel(random)
// A fake keeps its requests, which is what must not be measured here: each call has one of its own.
const { modelId, dimensions } = fakeEmbedder()
const embedder: Embedder = { modelId, dimensions, embed: (request) => fakeEmbedder().embed(request) }
const rag = spdRag({
  llm,
  embedder,
  ...(cacheBytes > 0 && { cache: memoryCache({ maxBytes: cacheBytes }) }),
  retry: { initialDelayMs: 20, maxDelayMs: 100, attemptTimeoutMs: 500 },
  agentOptions: { readWholeTokens: 100 },
  synthesis: { maxBatchTokens: 4_000 },
  random,
})
/** One signal for everything, as that of a server that shuts down. */
const shutdown = new AbortController()
// One of this program's own a question under way; the library adds one in all.
setMaxListeners(1_000, shutdown.signal)
const counts = new Map<string, number>()
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

const textOf = (at: number) =>
  `${"Nothing of use is said here. ".repeat(30)}\n\nThe code word of this document is word${at}.`
const add = (at: number) => rag.add({ id: `doc-${at}`, text: textOf(at) }, { signal: shutdown.signal })
for (let at = 0; at < documentCount; at++) await add(at)

async function question(number: number, on: SpdRag): Promise<void> {
  const own = new AbortController()
  const stop = () => own.abort(shutdown.signal.reason)
  shutdown.signal.addEventListener("abort", stop)
  const fate = random()
  const limits = fate < 0.1 ? { maxCalls: 20 } : {}
  const timer = fate > 0.9 ? setTimeout(() => own.abort(new Error("given up")), 300 * random()) : undefined
  const text = `Question ${number}: which code words?`
  try {
    if (fate > 0.4 && fate < 0.5) {
      let events = 0
      for await (const _ of on.stream(text, { signal: own.signal })) if (++events > 30) break
      count("stream left")
    } else if (fate > 0.5 && fate < 0.6) {
      for await (const _ of on.stream(text, { signal: shutdown.signal, limits })) {
      }
      count("streamed")
    } else {
      const onEvent = () => {
        throw new Error("a listener that fails")
      }
      const { warnings } = await on.ask(text, { signal: own.signal, limits, ...(fate < 0.3 && { onEvent }) })
      count(warnings.length > 0 ? "answered with warnings" : "answered")
    }
  } catch (error) {
    count(
      error instanceof Error && error.message === "given up" ? "aborted" : `failed: ${(error as Error).name}`,
    )
  } finally {
    clearTimeout(timer)
    shutdown.signal.removeEventListener("abort", stop)
  }
}

const samples: number[] = []
function sample(): void {
  collectGarbage!()
  samples.push(process.memoryUsage().heapUsed)
}

const startedAt = performance.now()
const underWay = new Set<Promise<void>>()
let asked = 0
let sampledAt = startedAt
const warnings: string[] = []
process.on("warning", (warning) => warnings.push(`${warning.name}: ${warning.message}`))
while (performance.now() - startedAt < minutes * 60_000) {
  while (underWay.size >= mostUnderWay) await Promise.race(underWay)
  const running = question(asked, rag).finally(() => underWay.delete(running))
  underWay.add(running)
  asked += 1
  if (asked % 20 === 0) {
    const at = asked % documentCount
    await rag.remove(`doc-${at}`)
    await add(at)
  }
  const now = performance.now()
  if (now - sampledAt >= sampleEveryMs) {
    sampledAt = now
    sample()
  }
  const dueMs = startedAt + asked * questionEveryMs - now
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs)))
}
await Promise.all(underWay)

const listeners = getEventListeners(shutdown.signal, "abort").length
// Timers of attempts that were left behind end with the next turns.
await new Promise((resolve) => setTimeout(resolve, 1_000))
const handles = process
  .getActiveResourcesInfo()
  .filter((name) => !/^(TTY|Pipe|FS)Wrap$|^FSReqCallback$/.test(name))

const quarters = [0, 1, 2, 3].map((quarter) => {
  const part = samples.slice((quarter * samples.length) / 4, ((quarter + 1) * samples.length) / 4)
  return part.reduce((sum, bytes) => sum + bytes, 0) / part.length / 1e6
})
const growth = quarters[3]! / quarters[1]!
console.log(`${asked} questions in ${minutes} minutes, ${llm.calls()} calls of the model`)
console.log([...counts].map(([what, times]) => `${what}: ${times}`).join(", "))
console.log(`heap after collection by quarter, MB: ${quarters.map((heap) => heap.toFixed(2)).join(", ")}`)
console.log(`the last beside the second: ${(100 * (growth - 1)).toFixed(1)} % (at most 5 %)`)
console.log(`listeners left: ${listeners}; handles left: ${handles.length} ${handles.join(", ")}`)
for (const warning of warnings) console.log(warning)
if (!(growth <= 1.05) || listeners > 0 || handles.length > 0 || warnings.length > 0) process.exitCode = 1
