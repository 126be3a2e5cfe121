import { coverageOf, spdRag } from "spd-rag"
import { fakeEmbedder, fakeLLM, foundReply, planReply, shownIn, stageOf } from "spd-rag/testing"

// A scripted model in place of a real one: it plans, reads each document, and writes the answer.
const llm = fakeLLM((request) => {
  const stage = stageOf(request)
  if (stage === "coordinator") return planReply(["State the payment term in days."])
  if (stage === "synthesis") return "Acme pays in 30 days [E1], Bolt in 60 [E2]."
  const [quote, days] = /The buyer pays within (\d+) days\./.exec(shownIn(request)) ?? []
  return foundReply({ answer: `${days} days`, quotes: quote })
})

const rag = spdRag({ llm, embedder: fakeEmbedder() })
await rag.add([
  { id: "acme.txt", text: "Supply contract with Acme. The buyer pays within 30 days. Cork applies." },
  { id: "bolt.txt", text: "Supply contract with Bolt. The buyer pays within 60 days. Oslo applies." },
])
const answer = await rag.ask("What are the payment terms?")

console.log(answer.text) // Acme pays in 30 days [1], Bolt in 60 [2].
for (const { number, documentId, quote, start, end } of answer.citations) {
  console.log(`[${number}] ${documentId} ${start}-${end}: "${quote}"`)
}
console.log(coverageOf(answer).counts) // { answered: 2, "not-found": 0, partial: 0, failed: 0, skipped: 0 }
