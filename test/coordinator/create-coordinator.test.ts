import { createCoordinator, InvalidOutputError } from "spd-rag"
import { type FakeReply, fakeLLM } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { promptOf } from "../support/model"

function plan(tasks: readonly string[], synthesisDirective = "Be brief."): FakeReply {
  return { json: { reasoning: "", tasks, synthesisDirective } }
}

describe("createCoordinator", () => {
  it("plans from the question alone, at temperature 0, by a flat schema", async () => {
    const llm = fakeLLM([plan([" State the price. ", ""])])
    expect(await createCoordinator({ llm }).plan({ question: "What does it cost?" })).toEqual({
      tasks: ["State the price."],
      synthesisDirective: "Be brief.",
    })
    const [request] = llm.calls
    expect(request?.messages.map(({ role }) => role)).toEqual(["system", "user"])
    expect(request?.messages[1]?.content).toContain("What does it cost?")
    expect(request?.temperature).toBe(0)
    const schema = request!.jsonSchema as { properties: object }
    expect(Object.keys(schema.properties)).toEqual(["reasoning", "tasks", "synthesisDirective"])
  })

  it.each<[string, FakeReply, RegExp]>([
    ["no task", plan([]), /at least one task/],
    [
      "its rules as tasks",
      plan(["The extraction tasks that every document is asked alike."]),
      /at least one task/,
    ],
    ["too many tasks", plan(Array.from({ length: 40 }, (_, index) => `Task ${index}`)), /at most 24/],
    ["no directive", plan(["State the price."], " "), /synthesisDirective is empty/],
  ])("asks once more for a plan with %s", async (_, bad, words) => {
    const llm = fakeLLM([bad, plan(["State the price."])])
    await createCoordinator({ llm }).plan({ question: "What does it cost?" })
    expect(promptOf(llm.calls[1]!)).toMatch(words)
  })

  it("fails with a typed error when there is no plan the second time either", async () => {
    const llm = fakeLLM([plan([]), plan([])])
    await expect(createCoordinator({ llm }).plan({ question: "What?" })).rejects.toThrow(InvalidOutputError)
  })

  it("its prompt can be replaced", async () => {
    const llm = fakeLLM([plan(["State the price."])])
    await createCoordinator({ llm, prompt: "My rules." }).plan({ question: "What?" })
    expect(llm.calls[0]?.messages[0]?.content).toBe("My rules.")
  })
})
