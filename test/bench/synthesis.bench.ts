/**
 * The whole of recursiveSynthesize for 10,000 findings of 300 tokens, with a model that answers at once: what the
 * library itself costs.
 */
import { type Findings, recursiveSynthesize } from "spd-rag"
import { fakeEmbedder, fakeLLM } from "spd-rag/testing"

const COUNT = 10_000
const DIMENSIONS = 1_536
const MARKERS = /\[E\d+\]/g

function findings(index: number): Findings {
  const documentId = `doc-${index}`
  const fact = Array.from({ length: 84 }, (_, at) => `fact${(index * 7 + at) % 997} of${at}`).join(" ")
  const quote = `quoted sentence ${index}`
  return {
    documentId,
    title: `Document ${index}`,
    relevance: 0.5,
    report: `Found: ${fact}`,
    answers: [
      {
        task: 1,
        found: true,
        answer: fact,
        quotes: [{ text: quote, chunkId: `${documentId}#0`, start: 0, end: quote.length }],
      },
    ],
    searches: [],
    stopReason: "finalized",
  }
}

/** Vectors in 100 groups, so that there is something to cluster. */
function vectorOf(text: string): Float32Array {
  let seed = 0
  for (let at = 0; at < text.length; at += 7) seed = (Math.imul(seed, 31) + text.charCodeAt(at)) >>> 0
  const vector = new Float32Array(DIMENSIONS)
  for (let at = 0; at < DIMENSIONS; at++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    vector[at] = seed / 2 ** 32 - 0.5 + ((at + text.length) % 100 === 0 ? 2 : 0)
  }
  return vector
}

async function measure(maxBatchTokens: number): Promise<string> {
  const all = Array.from({ length: COUNT }, (_, index) => findings(index))
  const countPrompt = (text: string) => Math.ceil(text.length / 4)
  let modelMs = 0
  let largest = 0
  const llm = fakeLLM({
    countTokens: false,
    reply: (request) => {
      const start = performance.now()
      const prompt = request.messages.map(({ content }) => content).join("\n")
      largest = Math.max(largest, countPrompt(prompt) + (request.maxOutputTokens ?? 0))
      const markers = [...(request.messages.at(-1)?.content ?? "").matchAll(MARKERS)]
        .slice(0, 40)
        .map(([marker]) => marker)
      modelMs += performance.now() - start
      return `What the findings say. ${markers.join(" ")}`
    },
  })
  let answered = Promise.resolve()
  const embedder = fakeEmbedder({
    dimensions: DIMENSIONS,
    maxBatchSize: 96,
    onCall: async ({ texts }) => {
      // A service's answers come one by one, each in a turn of the event loop.
      const before = answered
      answered = before.then(() => new Promise((resolve) => setImmediate(resolve)))
      await answered
      const start = performance.now()
      const vectors = texts.map(vectorOf)
      modelMs += performance.now() - start
      return vectors
    },
  })
  let worstDriftMs = 0
  let worstCpuMs = 0
  let last = performance.now()
  let lastCpu = process.cpuUsage()
  const timer = setInterval(() => {
    const now = performance.now()
    const { user } = process.cpuUsage(lastCpu)
    worstDriftMs = Math.max(worstDriftMs, now - last - 10)
    worstCpuMs = Math.max(worstCpuMs, user / 1_000)
    last = now
    lastCpu = process.cpuUsage()
  }, 10)
  let rounds = 0
  let peakMB = 0
  const start = performance.now()
  const { warnings } = await recursiveSynthesize({
    question: "What do the documents say?",
    directive: "List the facts.",
    findings: all,
    llm,
    embedder,
    maxBatchTokens,
    onEvent: (event) => {
      if (event.type === "round-start") rounds = event.round
      peakMB = Math.max(peakMB, process.memoryUsage().rss / 2 ** 20)
    },
  })
  const totalMs = performance.now() - start
  clearInterval(timer)
  const peak = Math.max(peakMB, process.resourceUsage().maxRSS / 1_024)
  const over = largest > maxBatchTokens ? " OVER BUDGET" : ""
  return `| ${maxBatchTokens} | ${((totalMs - modelMs) / 1_000).toFixed(1)} | ${llm.calls.length} | ${rounds} | ${largest}${over} | ${peak.toFixed(0)} | ${worstDriftMs.toFixed(0)} | ${worstCpuMs.toFixed(0)} | ${warnings.length} |`
}

console.log(
  "| budget B | seconds outside the model | calls | rounds | largest call, tokens (characters / 4) | peak RSS MB | worst drift of a 10 ms timer, ms | most CPU between two turns, ms | warnings |",
)
console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
for (const budget of [750_000, 16_000]) console.log(await measure(budget))
