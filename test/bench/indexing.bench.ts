/** Adding one document of 20 MB: the time it takes, and the longest work between two turns of the event loop. */
import { spdRag } from "spd-rag"
import { fakeLLM } from "spd-rag/testing"
import { prose } from "./prose"

const text = prose(20e6)
const rag = spdRag({ llm: fakeLLM([]) })
// Time of this process alone, so that other work on the machine does not count.
const cpuMs = () => process.cpuUsage().user / 1000
let longestMs = 0
let last = cpuMs()
const timer = setInterval(() => {
  const now = cpuMs()
  longestMs = Math.max(longestMs, now - last)
  last = now
}, 1)
const began = performance.now()
await rag.add([{ id: "large", text }])
const totalMs = performance.now() - began
clearInterval(timer)
console.log(
  `add, 20 MB: ${(totalMs / 1_000).toFixed(1)} s, at most ${longestMs.toFixed(0)} ms of work between two turns (aim: under 50)`,
)
