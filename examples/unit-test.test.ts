import { type LLM, spdRag } from "spd-rag"
import { fakeClock, fakeLLM, foundReply, planReply, shownIn, stageOf } from "spd-rag/testing"
import { expect, it } from "vitest"

// The code under test: an application's own function on top of the library. In your project it has its own file, and
// takes the model as an argument, so that a test can hand it a fake one.
async function paymentTerms(llm: LLM, contracts: { [name: string]: string }, clock = fakeClock()) {
  const rag = spdRag({ llm, clock, random: () => 0.5 })
  await rag.add(Object.entries(contracts).map(([id, text]) => ({ id, text })))
  const answer = await rag.ask("What are the payment terms?")
  const unread = answer.documents.filter(({ status }) => status === "failed" || status === "skipped")
  return { text: answer.text, unread: unread.map(({ documentId }) => documentId) }
}

const contracts = { acme: "The buyer pays within 30 days.", bolt: "The buyer pays within 60 days." }
const plan = planReply(["State the term."])
const found = (answer: string, quotes: string) => foundReply({ answer, quotes })

it("gives the terms with their sources", async () => {
  // By what is asked, not by the order of the calls: documents are read side by side. A short one is read whole, in one call.
  const llm = fakeLLM((request) => {
    const stage = stageOf(request)
    if (stage === "coordinator") return plan
    if (stage === "synthesis") return "Acme pays in 30 days [E1], Bolt in 60 [E2]."
    const [quote = "", days = ""] = /The buyer pays within (\d+ days)\./.exec(shownIn(request)) ?? []
    return found(days, quote)
  })
  expect(await paymentTerms(llm, contracts)).toEqual({
    text: "Acme pays in 30 days [1], Bolt in 60 [2].",
    unread: [],
  })
  expect(llm.calls).toHaveLength(4)
})

it("names a contract whose model call failed, after the retries, and waits no time for them", async () => {
  const llm = fakeLLM((request) => {
    const stage = stageOf(request)
    if (stage === "coordinator") return plan
    if (stage === "synthesis") return "Acme pays in 30 days [E1]."
    return shownIn(request).includes("60 days")
      ? new Error("The service is down.")
      : found("30 days", "The buyer pays within 30 days.")
  })
  expect(await paymentTerms(llm, contracts)).toEqual({ text: "Acme pays in 30 days [1].", unread: ["bolt"] })
})

it("goes on in your code when the model is not there at all", async () => {
  const llm = fakeLLM(() => new Error("The service is down."))
  await expect(paymentTerms(llm, contracts)).rejects.toThrow("The service is down.")
})
