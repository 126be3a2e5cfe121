import { agentPrompt, COORDINATOR_PROMPT, InvalidArgumentError, spdRag } from "spd-rag"
import { stageOf } from "spd-rag/testing"
import { expect, it } from "vitest"
import { codeWordModel, sevenDocuments } from "../support/model"

const system = (request: { readonly messages: readonly { readonly content: string }[] }) =>
  request.messages[0]!.content

it("a user's own rules reach every stage, beside the built-in ones; a stage's own go before", async () => {
  const llm = codeWordModel()
  const rag = spdRag({
    llm,
    instructions: "Write like a pirate.",
    agentOptions: { instructions: "Be terse." },
  })
  await rag.add(sevenDocuments())
  await rag.ask("What are the code words?")
  for (const request of llm.calls) {
    const rules = stageOf(request) === "agent" ? "Be terse." : "Write like a pirate."
    expect(system(request)).toContain(rules)
  }
  const planning = llm.calls.find((request) => stageOf(request) === "coordinator")!
  expect(system(planning).startsWith(COORDINATOR_PROMPT)).toBe(true)
  const reading = llm.calls.find((request) => stageOf(request) === "agent")!
  expect(system(reading).startsWith(agentPrompt("whole-document"))).toBe(true)
})

it("rules that are longer than a window are refused before any call", async () => {
  const llm = codeWordModel({ contextWindow: 8_000 })
  const rag = spdRag({ llm, instructions: "Write like a pirate. ".repeat(2_000) })
  await rag.add(sevenDocuments())
  await expect(rag.ask("What are the code words?")).rejects.toBeInstanceOf(InvalidArgumentError)
  expect(llm.calls).toHaveLength(0)
})
