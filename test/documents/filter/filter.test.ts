import type { PGlite } from "@electric-sql/pglite"
import fc from "fast-check"
import { type DocumentFilter, InvalidArgumentError, spdRag, type VectorStore } from "spd-rag"
import { libsqlVectorStore } from "spd-rag/libsql"
import { memoryVectorStore } from "spd-rag/memory"
import { postgresVectorStore } from "spd-rag/postgres"
import { fakeLLM } from "spd-rag/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { matchesFilter } from "../../../src/documents/filter/matches"
import { startPostgres } from "../../adapters/postgres/database"
import { codeWordModel, documentText, promptOf } from "../../support/model"

type Metadata = { readonly [field: string]: never }
const of = (metadata: object) => ({ metadata: metadata as Metadata })

describe("a filter", () => {
  it.each<[DocumentFilter, object, boolean]>([
    [{ party: "Acme" }, { party: "Acme" }, true],
    [{ party: "Acme" }, { party: "acme" }, false],
    [{ party: "Acme" }, {}, false],
    [{ year: { gte: 2024 } }, { year: 2024 }, true],
    [{ year: { gt: 2024 } }, { year: 2024 }, false],
    [{ year: { gte: 2024 } }, { year: "2024" }, false],
    [{ year: { gte: 2020, lt: 2024 } }, { year: 2024 }, false],
    [{ signed: { gte: "2024-01-01", lte: "2024-12-31" } }, { signed: "2024-03-31" }, true],
    [{ kind: ["lease", "loan"] }, { kind: "loan" }, true],
    [{ kind: ["lease", "loan"] }, { kind: "sale" }, false],
    [{ tags: "urgent" }, { tags: ["new", "urgent"] }, true],
    [{ tags: { not: "urgent" } }, { tags: ["new", "urgent"] }, false],
    [{ tags: { not: "urgent" } }, {}, true],
    [{ closed: null }, {}, true],
    [{ closed: null }, { closed: null }, true],
    [{ closed: null }, { closed: false }, false],
    [{ closed: { exists: true } }, { closed: false }, true],
    [{ closed: { exists: false } }, { closed: null }, true],
    [{ constructor: { exists: true } }, {}, false],
    [{ party: { eq: "Acme", not: "Acme" } }, { party: "Acme" }, false],
    [{ party: { in: [] } }, { party: "Acme" }, false],
    [{ party: "Acme", year: 2024 }, { party: "Acme", year: 2023 }, false],
  ])("%j of %j is %s", (where, metadata, holds) => {
    expect(matchesFilter(of(metadata), where)).toBe(holds)
  })

  it.each<[unknown, string]>([
    ["year", "where"],
    [{}, "where"],
    [[], "where"],
    [{ year: { from: 2024 } }, "where.year.from"],
    [{ year: { gte: null } }, "where.year.gte"],
    [{ year: { gte: Number.NaN } }, "where.year.gte"],
    [{ year: undefined }, "where.year"],
    [{ kind: [{}] }, "where.kind[0]"],
    [{ kind: { in: "lease" } }, "where.kind.in"],
    [{ open: { exists: "yes" } }, "where.open.exists"],
  ])("%j is refused before any call, as %s", async (where, argument) => {
    const llm = fakeLLM([])
    const rag = spdRag({ llm })
    const error: unknown = await rag
      .ask("What?", { where: where as never })
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect((error as InvalidArgumentError).argument).toBe(argument)
    expect(() => rag.documents({ where: where as never })).toThrow(InvalidArgumentError)
  })
})

const documents = [
  { id: "a", text: documentText("alpha"), metadata: { year: 2023, party: "Acme" } },
  {
    id: "b",
    text: documentText("bravo"),
    metadata: { year: 2024, party: "Acme", pages: [{ page: 7, start: 0, end: 9_999 }] },
  },
  { id: "c", text: documentText("charlie"), metadata: { year: 2025, party: "Bolt" } },
  { id: "d", text: documentText("delta") },
]

describe("a question with `where`", () => {
  it("is asked of the documents that fit, whose metadata the citations carry", async () => {
    const llm = codeWordModel()
    const rag = spdRag({ llm })
    await rag.add(documents)
    const answer = await rag.ask("What are the code words?", {
      where: { year: { gte: 2024 }, party: "Acme" },
    })
    expect(answer.documents.map(({ documentId }) => documentId)).toEqual(["b"])
    expect(answer.citations).toMatchObject([
      { documentId: "b", page: 7, metadata: { year: 2024, party: "Acme" } },
    ])
    expect(answer.citations[0]!.metadata).not.toHaveProperty("pages")
    // The agent is shown the metadata, and not where each page stands.
    const [reading] = llm.calls.filter(({ documentId }) => documentId === "b")
    expect(promptOf(reading!)).toContain('"party":"Acme"')
    expect(promptOf(reading!)).not.toContain('"pages"')
    const both = await rag.ask("What are the code words?", {
      documents: ["c", "a", "d"],
      where: { year: { lt: 2026 } },
    })
    expect(both.documents.map(({ documentId }) => documentId)).toEqual(["c", "a"])
    const missing = await rag.ask("What are the code words?", {
      documents: ["nobody", "a"],
      where: { year: { lt: 2026 } },
    })
    expect(missing.documents).toMatchObject([
      { documentId: "nobody", status: "skipped", reason: "missing" },
      { documentId: "a", status: "answered" },
    ])
    expect((await rag.estimate("What?", { where: { party: "Acme" } })).documents).toMatchObject({})
  })

  it("that no document fits is refused with the fields that there are", async () => {
    const llm = codeWordModel()
    const rag = spdRag({ llm })
    await rag.add(documents)
    await expect(rag.ask("What?", { where: { yaer: 2024 } })).rejects.toThrow(/where.*"year", "party"/s)
    expect(llm.calls).toHaveLength(0)
  })

  it("`documents` lists those that fit, and `get` gives one", async () => {
    const rag = spdRag({ llm: codeWordModel() })
    await rag.add(documents)
    const ids: string[] = []
    for await (const { id } of rag.documents({ where: { party: "Acme" } })) ids.push(id)
    expect(ids).toEqual(["a", "b"])
    expect(await rag.get("c")).toMatchObject({ id: "c", metadata: { year: 2025 } })
    expect(await rag.get("nobody")).toBeUndefined()
    await expect(rag.get("")).rejects.toMatchObject({ argument: "id" })
  })
})

const scalar = fc.oneof(
  fc.constantFrom("a", "b", "é", "a\0b", "\ud800", "", "1"),
  fc.constantFrom(0, 1, -1, 1.5, 1e21, 2 ** 53),
  fc.boolean(),
  fc.constant(null),
)
const field = fc.constantFrom("x", "a b", "ü", 'q"q', "a.b")
const metadata = fc.dictionary(
  field,
  fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.constant({ x: 1 })),
  {
    maxKeys: 3,
  },
)
const number = fc.constantFrom(0, 1, 1.5, 2 ** 53)
const condition = fc.record(
  {
    eq: scalar,
    not: scalar,
    in: fc.array(scalar, { maxLength: 2 }),
    gt: number,
    gte: number,
    lt: number,
    lte: number,
    exists: fc.boolean(),
  },
  { requiredKeys: [] },
)
const filter = fc.dictionary(field, fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }), condition), {
  minKeys: 1,
  maxKeys: 2,
})

describe("a store that makes the tests itself", () => {
  let database: PGlite
  const stores: readonly (readonly [string, () => VectorStore])[] = [
    ["libsql", () => libsqlVectorStore({ url: ":memory:" })],
    ["postgres", () => postgresVectorStore({ client: database, schema: "filters" })],
  ]
  beforeAll(async () => {
    database = await startPostgres()
  })
  afterAll(() => database.close())

  it.each(stores)("leaves out no document that fits, and some that do not: %s", async (_, open) => {
    const store = open()
    const all = fc.sample(metadata, { numRuns: 60, seed: 5 }).map((data, at) => ({
      id: `d${at}`,
      title: at === 3 ? "nul \0 and \ud800" : "t",
      revision: "r",
      chunkCount: 0,
      tokens: 0,
      metadata: data,
    }))
    for (const document of all) await store.put({ document, chunks: [] })
    let listed = 0
    let kept = 0
    for (const where of fc.sample(filter, { numRuns: 80, seed: 6 }) as DocumentFilter[]) {
      const ids: string[] = []
      for await (const { id } of store.list({ where })) ids.push(id)
      const expected = all.filter((document) => matchesFilter(document as never, where)).map(({ id }) => id)
      expect(ids, JSON.stringify(where)).toEqual(expect.arrayContaining(expected))
      listed += ids.length
      kept += expected.length
    }
    expect(listed).toBeLessThan((80 * all.length) / 2)
    expect(kept).toBeGreaterThan(80)
  })

  it.each(stores)("finds half a character as it was given: %s", async (_, open) => {
    const store = open()
    const document = { id: "half", title: "t", revision: "r", chunkCount: 0, tokens: 0 }
    await store.put({ document: { ...document, metadata: { name: "a\ud800" } }, chunks: [] })
    const ids: string[] = []
    for await (const { id } of store.list({ where: { name: ["a\ud800"] } })) ids.push(id)
    expect(ids).toContain("half")
  })

  it("is looked at again: memory leaves out nothing", async () => {
    const rag = spdRag({ llm: codeWordModel(), vectorStore: memoryVectorStore() })
    await rag.add(documents)
    expect((await rag.ask("What?", { where: { party: "Bolt" } })).documents).toHaveLength(1)
  })
})
