import { type LLMRequest, spdRag } from "spd-rag"
import { fakeLLM, promptOf, rowReply, shownIn } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { z } from "zod"

const COLUMNS = z.object({ city: z.string(), year: z.int().optional() })
const EXAMPLE = {
  text: "Founded in Graz in 1901.",
  row: {
    city: { value: "Graz", quotes: "Founded in Graz in 1901." },
    year: { value: 1901, quotes: ["in 1901"] },
  },
}

function replyTo(request: LLMRequest) {
  const [quotes = "", city = ""] = /It began in (\w+)\./.exec(shownIn(request)) ?? []
  return rowReply({ city: { value: city, quotes }, year: undefined })
}

async function ragOf(count: number) {
  const llm = fakeLLM(replyTo)
  const rag = spdRag({ llm })
  await rag.add(Array.from({ length: count }, (_, at) => ({ id: `d${at}`, text: `It began in City${at}.` })))
  return { rag, llm }
}

describe("sample", () => {
  it("reads a few documents, spread over all; going on pays for none of them twice", async () => {
    const { rag, llm } = await ragOf(10)
    const sample = await rag.table({ columns: COLUMNS, sample: 3 })
    expect(sample.rows.map(({ documentId }) => documentId)).toEqual(["d0", "d3", "d6"])
    expect(llm.calls).toHaveLength(3)
    const whole = await sample.complete()
    expect(llm.calls).toHaveLength(10)
    expect(whole.rows.map(({ values }) => values.city)).toEqual(
      Array.from({ length: 10 }, (_, at) => `City${at}`),
    )
    expect(whole.usage.calls).toBe(7)
    expect(await whole.complete()).toBe(whole)
    expect(llm.calls).toHaveLength(10)
  })

  it("a document of the sample that has changed since is read again", async () => {
    const { rag, llm } = await ragOf(4)
    const sample = await rag.table({ columns: COLUMNS, sample: 2 })
    await rag.add({ id: "d0", text: "It began in Elsewhere." })
    const { rows } = await sample.complete()
    expect(rows[0]?.values.city).toBe("Elsewhere")
    expect(llm.calls).toHaveLength(5)
  })
})

describe("examples", () => {
  it("reach every agent in the shape of its reply", async () => {
    const { rag, llm } = await ragOf(2)
    await rag.table({ columns: COLUMNS, examples: [EXAMPLE] })
    for (const call of llm.calls) {
      expect(promptOf(call)).toContain(EXAMPLE.text)
      expect(promptOf(call)).toContain('"value":"Graz"')
    }
  })

  it.each([
    [
      "a quote that its text does not hold",
      { ...EXAMPLE, row: { city: { value: "Graz", quotes: "Founded in Linz" } } },
      "examples[0].row.city.quotes",
    ],
    [
      "a value that the schema refuses",
      { ...EXAMPLE, row: { year: { value: 1.5, quotes: "in 1901" } } },
      "examples[0].row.year.value",
    ],
    [
      "an unknown column",
      { ...EXAMPLE, row: { town: { value: "Graz", quotes: "in 1901" } } },
      "examples[0].row.town",
    ],
    ["rows where there is one row", { text: EXAMPLE.text, rows: [EXAMPLE.row] }, "examples[0].row"],
    ["no text", { row: EXAMPLE.row }, "examples[0].text"],
  ])("%s is refused before any call", async (_, example, argument) => {
    const { rag, llm } = await ragOf(1)
    const table = rag.table({ columns: COLUMNS, examples: [example as typeof EXAMPLE] })
    await expect(table).rejects.toMatchObject({ name: "InvalidArgumentError", argument })
    expect(llm.calls).toHaveLength(0)
  })
})
