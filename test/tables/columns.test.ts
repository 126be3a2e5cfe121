import { InvalidArgumentError, type StandardSchema, spdRag } from "spd-rag"
import { fakeLLM, rowReply } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { z } from "zod"

const TEXT = "The buyer pays 30 euros within 30 days. Yes, it is signed. It ends on 4 March 2027."

async function tableOf(columns: unknown, cells: Parameters<typeof rowReply>[0] = {}) {
  const llm = fakeLLM(() => rowReply(cells))
  const rag = spdRag({ llm })
  await rag.add({ id: "text", text: TEXT })
  const table = await rag.table({ columns: columns as StandardSchema<Record<string, unknown>> })
  return { table, llm }
}

describe("columns that can't be", () => {
  it.each([
    ["no schema", null, "columns"],
    ["a plain object", { law: "string" }, "columns"],
    ["an empty object", z.object({}), "columns"],
    ["no object", z.string(), "columns"],
    ["a list", z.array(z.object({ a: z.string() })), "columns"],
    ["a transform", z.object({ law: z.string(), cap: z.string().transform(Number) }), "columns.cap"],
    [
      "a transform in a pipe",
      z.object({ law: z.string(), cap: z.string().transform(Number).pipe(z.number()) }),
      "columns.cap",
    ],
    ["a Date", z.object({ law: z.string(), end: z.date() }), "columns.end"],
    ["a bigint", z.object({ n: z.bigint() }), "columns.n"],
    ["names that differ in case only", z.object({ law: z.string(), Law: z.string() }), "columns.Law"],
    ["an empty name", z.object({ "": z.string() }), "columns."],
    ["a record", z.record(z.string(), z.string()), "columns"],
    [
      "a schema without JSON Schema",
      { "~standard": { version: 1, vendor: "mine", validate: () => ({ value: {} }) } },
      "columns",
    ],
  ])("%s", async (_, columns, argument) => {
    const error = await tableOf(columns).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect(error).toMatchObject({ argument })
  })

  it("is said before any call", async () => {
    const llm = fakeLLM([])
    const rag = spdRag({ llm })
    await expect(rag.table({ columns: z.object({}) })).rejects.toThrow(InvalidArgumentError)
    expect(llm.calls).toHaveLength(0)
  })
})

describe("columns that can be", () => {
  it.each([
    ["a name that is SQL", 'select"; drop table rows; --'],
    ["a name of the prototype", "constructor"],
    ["a name in another script", "\u6cd5\u5f8b"],
    ["a name of a reply's own fields", "value"],
  ])("%s", async (_, name) => {
    const cells = { [name]: { value: "30 euros", quotes: "The buyer pays 30 euros within 30 days." } }
    const { table } = await tableOf(z.object({ [name]: z.string() }), cells)
    expect(table.rows[0]?.cells[name]).toMatchObject({ status: "found", value: "30 euros" })
  })

  it("types follow the schema", async () => {
    const columns = z.object({
      text: z.string(),
      number: z.number(),
      integer: z.int(),
      boolean: z.boolean(),
      date: z.iso.date(),
      choice: z.enum(["a", "b"]),
      literals: z.union([z.literal("a"), z.literal("b")]),
      list: z.array(z.string()),
      object: z.object({ amount: z.number(), of: z.string().optional() }),
      nullish: z.number().nullish(),
      byDefault: z.string().default("n/a"),
    })
    const { table } = await tableOf(columns)
    expect(
      table.columns.map(({ name, type, required, nullable }) => [name, type, required, nullable]),
    ).toEqual([
      ["text", "text", true, false],
      ["number", "number", true, false],
      ["integer", "integer", true, false],
      ["boolean", "boolean", true, false],
      ["date", "date", true, false],
      ["choice", "choice", true, false],
      ["literals", "choice", true, false],
      ["list", "list", true, false],
      ["object", "object", true, false],
      ["nullish", "number", false, true],
      ["byDefault", "text", false, false],
    ])
    expect(table.columns[5]?.choices).toEqual(["a", "b"])
  })

  it.each([
    ["a number as text", z.number(), "1,234.5", 1234.5],
    ["a number with its unit", z.number(), "30 days", 30],
    ["a scale", z.number(), "$3 million", 3_000_000],
    ["a negative in brackets", z.number(), "(12)", -12],
    ["yes", z.boolean(), "Yes", true],
    ["a date in words", z.iso.date(), "4 March 2027", "2027-03-04"],
    ["a choice in another case", z.enum(["Net 30", "Net 60"]), "NET-30", "Net 30"],
    ["a number for text", z.string(), 30, "30"],
    ["a list in a text", z.array(z.string()), "red; blue", ["red", "blue"]],
    ["an object in a text", z.object({ a: z.number() }), '{"a":1}', { a: 1 }],
  ])("takes %s", async (_, schema, value, expected) => {
    const { table } = await tableOf(z.object({ it: schema }), { it: { value, quotes: TEXT.slice(0, 39) } })
    expect(table.rows[0]?.cells.it).toMatchObject({ status: "found", value: expected })
  })

  it.each([
    ["a range", z.number(), "3 to 5"],
    ["a date of two readings", z.iso.date(), "03/04/2021"],
    ["no choice", z.enum(["a", "b"]), "c"],
    ["an object for text", z.string(), { nested: true }],
  ])("refuses %s", async (_, schema, value) => {
    const { table, llm } = await tableOf(z.object({ it: schema }), {
      it: { value, quotes: TEXT.slice(0, 39) },
    })
    expect(table.rows[0]?.cells.it?.status).toBe("invalid")
    expect(llm.calls).toHaveLength(2)
  })

  it("a schema of another library works through its JSON Schema and its own check", async () => {
    const json = {
      type: "object",
      properties: { days: { type: "integer" }, who: { type: "string" } },
      required: ["days"],
    }
    const validate = (value: unknown) => {
      const { days } = value as { days?: number }
      if (days === undefined) return { issues: [{ message: "missing", path: ["days"] }] }
      return days > 20
        ? { value: value as object }
        : { issues: [{ message: "too few", path: [{ key: "days" }] }] }
    }
    const own = {
      "~standard": {
        version: 1,
        vendor: "mine",
        validate,
        jsonSchema: { input: () => json, output: () => json },
      },
    }
    const quotes = "The buyer pays 30 euros within 30 days."
    const { table } = await tableOf(own, { days: { value: 30, quotes }, who: { value: "buyer", quotes } })
    expect(table.rows[0]?.values).toEqual({ days: 30, who: "buyer" })
    const refused = await tableOf(own, { days: { value: 3, quotes }, who: { value: "buyer", quotes } })
    expect(refused.table.rows[0]?.cells.days).toMatchObject({ status: "invalid", problem: "3: too few" })
  })
})
