import { InvalidArgumentError, ProviderError } from "spd-rag"
import { fullContext } from "spd-rag/baselines"
import { fakeLLM } from "spd-rag/testing"
import { expect, it } from "vitest"
import { codeWordModel, documentText } from "../support/model"

it("a baseline asks the fallback where its model is down", async () => {
  const down = fakeLLM(() => {
    throw new ProviderError("down", { provider: "fake", status: 400 })
  })
  const second = fakeLLM({ modelId: "second", reply: () => "The word is alpha." })
  const rag = fullContext({ llm: { synthesizer: down, fallback: second } })
  await rag.add([{ id: "a", text: documentText("alpha") }])
  expect((await rag.ask("What is the code word?")).text).toContain("alpha")
  expect([down.calls.length, second.calls.length]).toEqual([1, 1])
})

it("a baseline does not take a question for a table", async () => {
  const llm = codeWordModel()
  const baseline = fullContext({ llm })
  await baseline.add([{ id: "a", text: documentText("alpha") }])
  const error: unknown = await baseline
    .ask("Which words?", { mode: "table" })
    .catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(InvalidArgumentError)
  expect((error as InvalidArgumentError).argument).toBe("options.mode")
  expect(llm.calls).toHaveLength(0)
})
