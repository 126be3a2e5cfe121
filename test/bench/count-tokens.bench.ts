/** Token counts beside js-tiktoken, which gives the same numbers. Run: npx tsx test/bench/count-tokens.bench.ts */
import { Tiktoken } from "js-tiktoken/lite"
import cl100k from "js-tiktoken/ranks/cl100k_base"
import { countTokens } from "../../src/tokens/count-tokens"
import { prose, timed } from "./prose"

const text = prose(5_000_000)
const oracle = new Tiktoken(cl100k)
const [loadMs] = timed(() => countTokens("a"))
const [oursMs, ours] = timed(() => countTokens(text))
const [againMs] = timed(() => countTokens(text))
const [theirsMs, theirs] = timed(() => oracle.encode(text, [], []).length)
console.log(`5 MB of prose, after reading the vocabulary in ${loadMs.toFixed(0)} ms`)
console.table({
  "js-tiktoken": { tokens: theirs, ms: Math.round(theirsMs), times: 1 },
  "countTokens, first": { tokens: ours, ms: Math.round(oursMs), times: +(theirsMs / oursMs).toFixed(1) },
  "countTokens, again": { tokens: ours, ms: Math.round(againMs), times: +(theirsMs / againMs).toFixed(1) },
})

const million = 1_000_000
let seed = 7
const random = (below: number) => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
  return (seed >>> 8) % below
}
const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
const runs: Record<string, string> = {
  a: "a".repeat(million),
  spaces: " ".repeat(million),
  newlines: "\n".repeat(million),
  dashes: "-".repeat(million),
  "Chinese, random": Array.from({ length: million }, () => String.fromCharCode(0x4e00 + random(0x5000))).join(
    "",
  ),
  "Chinese, one character": "中".repeat(million),
  base64: Array.from({ length: million }, () => base64[random(64)]).join(""),
  emoji: "😀".repeat(million / 2),
  "lone surrogates": "\ud83d".repeat(million),
}
console.log("A million units without a break")
console.table(
  Object.fromEntries(
    Object.entries(runs).map(([name, run]) => {
      const [ms, tokens] = timed(() => countTokens(run))
      return [name, { tokens, ms: Math.round(ms) }]
    }),
  ),
)
