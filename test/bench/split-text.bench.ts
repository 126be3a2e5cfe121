/**
 * Splitting beside LangChain's Markdown splitter, 1,000 tokens with 250 overlap, both counting cl100k_base.
 * Run: npx tsx test/bench/split-text.bench.ts [--peer-megabytes 5]
 */
import { parseArgs } from "node:util"
import { MarkdownTextSplitter } from "@langchain/textsplitters"
import { Tiktoken } from "js-tiktoken/lite"
import cl100k from "js-tiktoken/ranks/cl100k_base"
import { splitText } from "../../src/splitting/split-text"
import { splitTextYielding } from "../../src/splitting/yielding"
import { prose, timed } from "./prose"

const { values } = parseArgs({ options: { "peer-megabytes": { type: "string", default: "5" } } })
const peerUnits = Number(values["peer-megabytes"]) * 1e6
splitText(prose(300_000))

const sizes: Record<string, unknown> = {}
for (const megabytes of [0.1, 1, 5, 20]) {
  const text = prose(megabytes * 1e6)
  const [ms, chunks] = timed(() => splitText(text))
  sizes[`${megabytes} MB`] = {
    chunks: chunks.length,
    ms: Math.round(ms),
    "ns per unit": Math.round((ms * 1e6) / text.length),
  }
}
console.log("splitText, time against size")
console.table(sizes)

const hostile = ["a", " ", "\n", "word ", "|", "> ", "# ", "- ", "`", "```\n", "|-|\n", "😀", "\ud83d"].map(
  (part) => {
    const msOf = (units: number) => timed(() => splitText(part.repeat(units / part.length)))[0]
    msOf(20_000)
    return {
      "a repeated": JSON.stringify(part),
      "100,000 units, ms": Math.round(msOf(1e5)),
      "1,000,000 units, ms": Math.round(msOf(1e6)),
    }
  },
)
console.log("splitText, text that is made to be slow: ten times the text should take about ten times as long")
console.table(hostile)

const oracle = new Tiktoken(cl100k)
const peer = new MarkdownTextSplitter({
  chunkSize: 1000,
  chunkOverlap: 250,
  lengthFunction: (text: string) => oracle.encode(text, [], []).length,
})
const text = prose(peerUnits)
const [oursMs, ours] = timed(() => splitText(text))
const start = performance.now()
const theirs = await peer.splitText(text)
const theirsMs = performance.now() - start
console.log(`Beside the peer, on ${peerUnits / 1e6} MB of prose`)
console.table({
  "@langchain/textsplitters": { chunks: theirs.length, ms: Math.round(theirsMs), times: 1 },
  splitText: { chunks: ours.length, ms: Math.round(oursMs), times: +(theirsMs / oursMs).toFixed(1) },
})

const long = prose(20e6)
// Time of this process alone, so that other work on the machine does not count.
const cpuMs = () => process.cpuUsage().user / 1000
let longestMs = 0
let last = cpuMs()
const timer = setInterval(() => {
  const now = cpuMs()
  longestMs = Math.max(longestMs, now - last)
  last = now
}, 1)
await splitTextYielding(long)
clearInterval(timer)
console.log(
  `splitTextYielding, 20 MB: at most ${longestMs.toFixed(0)} ms of work between two turns of the event loop`,
)
