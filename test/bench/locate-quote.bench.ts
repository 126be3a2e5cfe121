/** Quotes in a megabyte of sentences, found or not, and in text that is made to be slow. */
import { createQuoteLocator } from "../../src/evidence/quotes/locate-quote"
import { timed } from "./prose"

const sentences = Array.from(
  { length: 20_000 },
  (_, at) => `Section ${at}: the party of the ${at * 7}th part shall pay.`,
)
const [openMs, locate] = timed(() => createQuoteLocator(sentences.join("\n")))
const [quotesMs] = timed(() => {
  for (let at = 0; at < 100; at++) {
    locate(sentences[at * 199]!.replaceAll(" ", "  "))
    locate(`Section ${at * 3}: the party of the first part  shall not pay`)
  }
})
const letters = createQuoteLocator("a".repeat(1_000_000))
const hyphens = createQuoteLocator("a-a".repeat(100_000))
const [hostileMs] = timed(() => {
  for (let at = 0; at < 10; at++) {
    letters(`${"a".repeat(900)}b${"a".repeat(900 + at)}`)
    hyphens("a".repeat(300 + at))
  }
})
console.table({
  "a locator of a megabyte": { ms: Math.round(openMs), "aim, ms": "" },
  "200 quotes, half of them found": { ms: Math.round(quotesMs), "aim, ms": 2_000 },
  "20 quotes in one letter and in hyphens": { ms: Math.round(hostileMs), "aim, ms": 5_000 },
})
