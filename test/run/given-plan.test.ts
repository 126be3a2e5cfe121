import { InvalidArgumentError, type Plan, type SpdRagEvent, spdRag } from "spd-rag"
import { describe, expect, it } from "vitest"
import { codeWordModel, sevenDocuments, stageOf } from "../support/model"

const plan: Plan = { tasks: ["State the code word."], synthesisDirective: "One line a document." }

describe("ask with a plan that was made before", () => {
  it("asks no coordinator, and reads and answers by the plan", async () => {
    const llm = codeWordModel()
    const rag = spdRag({ llm })
    await rag.add(sevenDocuments())
    const events: SpdRagEvent[] = []
    const answer = await rag.ask("What are the code words?", { plan, onEvent: (event) => events.push(event) })
    expect(answer.plan).toEqual(plan)
    expect(llm.calls.some((call) => stageOf(call) === "coordinator")).toBe(false)
    expect(answer.usage.byStage.coordinator).toBeUndefined()
    const planning = events.filter(({ type }) => type.startsWith("plan-"))
    expect(planning).toEqual([{ type: "plan-start" }, { type: "plan-end", plan }])
    const again = await rag.ask("What are the code words?", { plan: answer.plan })
    expect(again.text).toBe(answer.text)
  })

  it.each([
    [{ tasks: [], synthesisDirective: "" }, "options.plan.tasks"],
    [{ tasks: ["a", " "], synthesisDirective: "" }, "options.plan.tasks[1]"],
    [{ tasks: ["a"] }, "options.plan.synthesisDirective"],
    ["a plan", "options.plan"],
  ])("refuses %j by name before anything is paid", async (bad, argument) => {
    const llm = codeWordModel()
    const rag = spdRag({ llm })
    await rag.add(sevenDocuments())
    const error = await rag.ask("q?", { plan: bad as unknown as Plan }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect((error as InvalidArgumentError).argument).toContain("plan")
    expect((error as InvalidArgumentError).message).toContain(argument.replace("options.", ""))
    expect(llm.calls).toEqual([])
  })
})
