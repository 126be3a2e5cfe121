import fc from "fast-check"
import {
  type Answer,
  answerFromJSON,
  answerToJSON,
  DocumentAgentError,
  InvalidArgumentError,
  type LLMRequest,
  ProviderError,
  SpdRagError,
  type SpdRagEvent,
  spdRag,
} from "spd-rag"
import { fakeLLM, rowReply } from "spd-rag/testing"
import { beforeAll, describe, expect, it } from "vitest"
import { codeWordReply, documentText, promptOf, sevenDocuments } from "../support/model"

let answer: Answer
const events: SpdRagEvent[] = []

beforeAll(async () => {
  const llm = fakeLLM({
    reply: (request) => {
      const isLost = promptOf(request).includes("lost words")
      // What an SDK throws may hold anything.
      const cause = Object.assign(new Error("refused"), { send: () => {}, request })
      if (isLost) throw new ProviderError("down", { provider: "x", status: 400, cause })
      return codeWordReply(request)
    },
  })
  const rag = spdRag({ llm })
  await rag.add([
    ...sevenDocuments(),
    { id: "lost", text: documentText("lost words") },
    { id: "empty", text: "" },
    { id: "none", text: "Nothing of use." },
  ])
  answer = await rag.ask("What are the code words?", { onEvent: (event) => events.push(event) })
})

describe("an answer as JSON", () => {
  it("comes back as it was, its errors as instances of their classes", () => {
    const text = JSON.stringify(answerToJSON(answer))
    for (const given of [text, JSON.parse(text), structuredClone(answerToJSON(answer))]) {
      const back = answerFromJSON(given)
      expect(JSON.stringify(answerToJSON(back))).toBe(text)
      expect({ ...back, documents: [] }).toEqual(JSON.parse(JSON.stringify({ ...answer, documents: [] })))
      const [before, after] = [answer, back].map(({ documents }) =>
        documents.find(({ documentId }) => documentId === "lost"),
      )
      if (before?.status !== "failed" || after?.status !== "failed") throw new Error("It did not fail.")
      expect(after.error).toBeInstanceOf(DocumentAgentError)
      expect(SpdRagError.isInstance(after.error)).toBe(true)
      expect(after.error.message).toBe(before.error.message)
      expect((after.error as DocumentAgentError).documentId).toBe("lost")
      expect((after.error.cause as Error).name).toBe("ProviderError")
      expect(after.error.toJSON()).toEqual(before.error.toJSON())
    }
    expect(new Set(answer.documents.map(({ status }) => status))).toEqual(
      new Set(["answered", "not-found", "failed", "skipped"]),
    )
  })

  it("events are plain data: they survive JSON and structuredClone; of the answer all but the class of its errors", () => {
    for (const event of events) {
      const plain = event.type === "run-end" ? { ...event, answer: answerToJSON(event.answer) } : event
      expect(structuredClone(plain)).toEqual(plain)
      expect(JSON.parse(JSON.stringify(plain))).toEqual(plain)
    }
    expect(events.at(-1)?.type).toBe("run-end")
    expect({ ...structuredClone(answer), documents: [] }).toEqual({ ...answer, documents: [] })
    const outcomes = events.flatMap((event) => (event.type === "agent-end" ? [event.outcome] : []))
    const ids = (list: readonly { readonly documentId: string }[]) =>
      list.map((item) => item.documentId).sort()
    expect(ids(outcomes)).toEqual(ids(answer.documents))
    expect(outcomes.find(({ status }) => status === "failed")).toMatchObject({
      error: { name: "DocumentAgentError", documentId: "lost" },
    })
  })

  const set = (path: string, value: unknown) => {
    const json = JSON.parse(JSON.stringify(answerToJSON(answer)))
    const names = path.split(".")
    const last = names.pop()!
    names.reduce((at, name) => at[name], json)[last] = value
    return json
  }

  it.each([
    ["version", 2, "json.version"],
    ["version", undefined, "json.version"],
    ["text", 7, "json.text"],
    ["citations.0.start", -1, "json.citations[0].start"],
    ["citations.0.end", 1e9, "json.citations[0].end"],
    ["citations.0.quote", "another quote", "json.citations[0].end"],
    ["citations.0.number", 2, "json.citations[1].number"],
    ["citations.0.documentId", "lost", "json.citations[0].documentId"],
    ["documents", {}, "json.documents"],
    ["documents.0.status", "read", "json.documents[0].status"],
    ["documents.0.findings.answers.0.quotes.0.end", 3, "json.documents[0].findings.answers[0].quotes[0].end"],
    ["documents.0.findings.searches", [{ query: "q" }], "json.documents[0].findings.searches[0].passages"],
    ["documents.0.status", "failed", "json.documents[0].error"],
    ["tree.children", [{ kind: "leaf" }], "json.tree.children[0].kind"],
    ["usage.calls", "7", "json.usage.calls"],
    ["usage.byModel", { "fake-llm": 1 }, 'json.usage.byModel["fake-llm"]'],
    ["plan.tasks", [], "json.plan.tasks"],
  ])("%s as %j is refused by its place", (path, value, argument) => {
    const error = catching(() => answerFromJSON(set(path, value)))
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect((error as InvalidArgumentError).argument).toBe(argument)
  })

  it("an error of another class, or with fields that would take the place of methods, changes nothing else", () => {
    const at = answer.documents.findIndex(({ status }) => status === "failed")
    const foreign = set(`documents.${at}.error.name`, "constructor")
    expect(catching(() => answerFromJSON(foreign))).toBeInstanceOf(InvalidArgumentError)
    const odd = JSON.parse(JSON.stringify(answerToJSON(answer)).replace('"provider"', '"toJSON"'))
    odd.documents[at].error = JSON.parse(
      '{"name":"ProviderError","message":"m","__proto__":{"x":1},"toString":"y","stack":"z"}',
    )
    const revived = answerFromJSON(odd).documents[at]
    if (revived?.status !== "failed") throw new Error("It did not fail.")
    expect(revived.error).toBeInstanceOf(ProviderError)
    expect(`${revived.error}`).toBe("ProviderError: m")
  })

  it("text that is cut or edited anywhere is refused with a typed error, or read", () => {
    const text = JSON.stringify(answerToJSON(answer))
    const refused = (given: string) => {
      const error = catching(() => answerFromJSON(given))
      expect(error === undefined || error instanceof InvalidArgumentError, String(error)).toBe(true)
      return error
    }
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 3 }), (at, piece) => {
        expect(refused(text.slice(0, at))).toBeInstanceOf(InvalidArgumentError)
        refused(text.slice(0, at) + piece + text.slice(at + 1))
      }),
      { numRuns: 100 },
    )
    const deep = JSON.parse(text)
    for (let level = 0; level < 10_000; level++) deep.tree = { ...deep.tree, children: [deep.tree] }
    expect(catching(() => answerFromJSON(deep))).toBeInstanceOf(InvalidArgumentError)
  })
})

function catching(run: () => unknown): unknown {
  try {
    run()
    return undefined
  } catch (error) {
    return error
  }
}

describe("an answer by a table", () => {
  const LAW = "The law of Ohio governs."
  const plan = {
    json: {
      kind: "table",
      reasoning: "",
      rows: "document",
      columns: [{ name: "law", description: "", type: "text", unit: "", choices: [] }],
      sql: 'SELECT "law", COUNT(*) AS contracts FROM rows GROUP BY "law"',
    },
  }
  const reply = (request: LLMRequest) => {
    if (promptOf(request).includes("You plan a table")) return plan
    if (promptOf(request).includes("values of one column")) return { json: { groups: [{ values: [1, 2] }] } }
    if (request.jsonSchema === undefined) return "Both are under one law."
    const [quotes = "", value = ""] = /The law of ([\w ]+) governs\./.exec(promptOf(request)) ?? []
    return rowReply({ law: { value, quotes, written: value } })
  }
  let byTable: Answer

  beforeAll(async () => {
    const rag = spdRag({ llm: fakeLLM({ reply }) })
    await rag.add([
      { id: "a", text: LAW },
      { id: "b", text: "The law of the State of Ohio governs." },
    ])
    byTable = await rag.ask("How many contracts by law?", { mode: "table" })
  })

  it("keeps its table: it comes back as one that can be asked and exported", async () => {
    const json = answerToJSON(byTable)
    const text = JSON.stringify(json)
    for (const given of [text, structuredClone(json)]) {
      const { table, computed } = answerFromJSON(given)
      expect(computed).toEqual(byTable.computed)
      expect(table?.rows).toEqual(byTable.table?.rows)
      expect(table?.mappings).toHaveLength(1)
      expect(table?.usage).toEqual(byTable.usage)
      expect(table?.toCSV({ quotes: true })).toBe(byTable.table?.toCSV({ quotes: true }))
      const counted = await table!.query("SELECT COUNT(DISTINCT law) FROM rows")
      expect(counted.rows[0]?.values).toEqual([1])
      expect(await table!.complete()).toBe(table)
      expect(JSON.stringify(answerToJSON(answerFromJSON(given)))).toBe(text)
    }
  })

  it.each([
    [
      "columns",
      [{ name: "law", type: "words", required: false, nullable: true, schema: {} }],
      "json.table.columns[0].type",
    ],
    ["rows", [{}], "json.table.rows[0].documentId"],
    ["rows.0.cells", {}, 'json.table.rows[0].cells["law"]'],
    ["rows.0.cells.law.quotes.0.end", 3, 'json.table.rows[0].cells["law"].quotes[0].end'],
    ["mappings", [{ column: "law", from: "a", to: "b", by: "hand" }], "json.table.mappings[0].by"],
  ])("its %s as %j is refused by its place", (path, value, argument) => {
    const json = JSON.parse(JSON.stringify(answerToJSON(byTable)))
    const names = `table.${path}`.split(".")
    const last = names.pop()!
    names.reduce((at, name) => at[name], json)[last] = value
    expect(catching(() => answerFromJSON(json))).toMatchObject({ argument })
  })
})
