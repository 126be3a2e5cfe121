import type { Table, TableRequest } from "spd-rag"
import { type SpdRag, spdRag } from "spd-rag"
import { fakeLLM } from "spd-rag/testing"
import { describe, expectTypeOf, it } from "vitest"
import { z } from "zod"

const columns = z.object({ law: z.string(), expires: z.iso.date().nullable(), cap: z.number().optional() })

describe("tables", () => {
  it("values have the types of the schema; what was not found is not there", () => {
    const rag = spdRag({ llm: fakeLLM([]) })
    type Made = Awaited<ReturnType<typeof made>>
    const made = () => rag.table({ columns })
    expectTypeOf<Made["rows"][number]["values"]["law"]>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Made["rows"][number]["values"]["expires"]>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<Made["rows"][number]["values"]["cap"]>().toEqualTypeOf<number | undefined>()
    expectTypeOf<ReturnType<Made["complete"]>>().toEqualTypeOf<Promise<Made>>()
  })

  it("names of columns are the schema's, in `resolve` and in examples", () => {
    type Request = TableRequest<z.infer<typeof columns>>
    expectTypeOf<Exclude<Request["resolve"], boolean | undefined>[number]>().toEqualTypeOf<
      "law" | "expires" | "cap"
    >()
    type Row = NonNullable<NonNullable<Request["examples"]>[number]["row"]>
    expectTypeOf<NonNullable<Row["cap"]>["value"]>().toEqualTypeOf<number>()
    expectTypeOf<Parameters<NonNullable<Request["validate"]>>[0]["values"]["law"]>().toEqualTypeOf<
      string | undefined
    >()
  })

  it("what `table` takes can be estimated, as can a question", () => {
    expectTypeOf<SpdRag["estimate"]>().toBeCallableWith({ columns })
    expectTypeOf<SpdRag["estimate"]>().toBeCallableWith("What is so?", { mode: "table" })
    expectTypeOf<Table["documents"]>().toExtend<readonly object[]>()
  })
})
