import type { Answer, ErrorJSON, IndexEvent, JSONValue, Plan, RunEvent, SpdRag, SpdRagEvent } from "spd-rag"
import { describe, expectTypeOf, it } from "vitest"

type EventOf<Type extends SpdRagEvent["type"]> = Extract<SpdRagEvent, { type: Type }>

describe("events", () => {
  it("are told apart by their type", () => {
    expectTypeOf<EventOf<"plan-end">["plan"]>().toEqualTypeOf<Plan>()
    expectTypeOf<EventOf<"run-end">["answer"]>().toEqualTypeOf<Answer>()
    expectTypeOf<EventOf<"agent-error">["error"]>().toEqualTypeOf<ErrorJSON>()
    expectTypeOf<EventOf<"answer-delta">["restart"]>().toEqualTypeOf<true | undefined>()
  })

  it("a run gives its own and the answer; adding gives others", () => {
    expectTypeOf<RunEvent>().toExtend<SpdRagEvent>()
    expectTypeOf<ReturnType<SpdRag["stream"]>>().toExtend<AsyncIterable<SpdRagEvent>>()
    expectTypeOf<EventOf<"run-end">>().not.toExtend<RunEvent>()
    expectTypeOf<Extract<IndexEvent, RunEvent>["type"]>().toEqualTypeOf<"call-retry">()
  })

  it("those of adding are plain JSON data, but for what may be unknown", () => {
    type Known<T> = T extends undefined ? never : T
    expectTypeOf<Known<IndexEvent["type"]>>().toExtend<JSONValue>()
    expectTypeOf<Extract<IndexEvent, { type: "index-end" }>["counts"]["added"]>().toEqualTypeOf<number>()
  })
})
