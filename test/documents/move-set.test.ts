import type { PGlite } from "@electric-sql/pglite"
import fc from "fast-check"
import { exportSet, InvalidArgumentError, importSet, spdRag, type VectorStore } from "spd-rag"
import { libsqlVectorStore } from "spd-rag/libsql"
import { memoryVectorStore } from "spd-rag/memory"
import { postgresVectorStore } from "spd-rag/postgres"
import { qdrantVectorStore } from "spd-rag/qdrant"
import { fakeEmbedder } from "spd-rag/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { linesOf } from "../../src/documents/lines"
import { startPostgres } from "../adapters/postgres/database"
import { type QdrantServer, startQdrantServer } from "../adapters/qdrant/server"
import { codeWordModel, documentText, WORDS } from "../support/model"

let postgres: PGlite
let qdrant: QdrantServer
beforeAll(async () => {
  postgres = await startPostgres()
  qdrant = await startQdrantServer()
})
afterAll(async () => {
  await postgres.close()
  await qdrant.close()
})

let made = 0
const targets: { readonly [name: string]: () => VectorStore } = {
  memory: memoryVectorStore,
  libsql: () => libsqlVectorStore({ url: ":memory:" }),
  postgres: () => postgresVectorStore({ client: postgres, schema: `moved_${made++}` }),
  qdrant: () => qdrantVectorStore({ url: qdrant.url, collection: `moved-${made++}` }),
}

const documents = [
  ...WORDS.map((word, n) => ({
    id: `doc ${n}`,
    text: documentText(word, 30),
    metadata: { n, "a.b": [null] },
  })),
  { id: "blank \0 \u{1f600}", text: " " },
]
const QUESTION = "What are the code words?"
const setOn = (vectorStore: VectorStore, options = {}) => {
  const embedder = fakeEmbedder(options)
  return {
    embedder,
    rag: spdRag({ llm: codeWordModel(), embedder, vectorStore, retrieval: { chunkTokens: 60 } }),
  }
}
const answerOf = async ({ rag }: ReturnType<typeof setOn>) => {
  const { usage: _, durationMs: __, ...answer } = await rag.ask(QUESTION)
  return answer
}
async function linesFrom({ rag }: ReturnType<typeof setOn>): Promise<string[]> {
  const lines: string[] = []
  for await (const line of exportSet(rag)) lines.push(line)
  return lines
}

describe("exportSet and importSet", () => {
  it.each(Object.keys(targets))(
    "move a set from libsql to %s: the same answer, and nothing embedded",
    async (name) => {
      const source = setOn(libsqlVectorStore({ url: ":memory:" }))
      await source.rag.add(documents)
      const target = setOn(targets[name]!())
      const report = await importSet(target.rag, exportSet(source.rag))
      expect([...report.imported].sort()).toEqual(documents.map(({ id }) => id).sort())
      expect(target.embedder.calls).toHaveLength(0)
      expect((await target.rag.add(documents)).replaced).toEqual([])
      expect(target.embedder.calls).toHaveLength(0)
      expect(await answerOf(target)).toEqual(await answerOf(source))
      const again = await importSet(target.rag, exportSet(source.rag))
      expect(again.imported).toEqual([])
      // And back again, from every store.
      const back = setOn(memoryVectorStore())
      await importSet(back.rag, exportSet(target.rag))
      expect(await answerOf(back)).toEqual(await answerOf(source))
    },
  )

  it("goes on with an import that was cut off, and says that it was", async () => {
    const source = setOn(memoryVectorStore())
    await source.rag.add(documents)
    const lines = await linesFrom(source)
    const target = setOn(memoryVectorStore())
    await expect(importSet(target.rag, lines.slice(0, 4))).rejects.toThrow(/whole: it has no end/)
    const report = await importSet(target.rag, [new TextEncoder().encode(lines.join(""))])
    expect(report.unchanged).toHaveLength(3)
    expect(report.imported).toHaveLength(documents.length - 3)
    const controller = new AbortController()
    async function* aborted() {
      yield lines[0]!
      controller.abort("mine")
      yield lines[1]!
    }
    const stopped = importSet(setOn(memoryVectorStore()).rag, aborted(), { signal: controller.signal })
    await expect(stopped).rejects.toBe("mine")
  })

  it("refuses what no export wrote, and a set that another embedder made, before anything is stored", async () => {
    const source = setOn(memoryVectorStore())
    await source.rag.add(documents)
    const lines = await linesFrom(source)
    const bad: readonly (readonly [string[], RegExp])[] = [
      [["not JSON\n"], /line 1.*line of a set that `exportSet` wrote/],
      [[], /no end/],
      [[lines[1]!], /line 1.*in its place/],
      [[lines[0]!.replace('"format":1', '"format":99')], /later version/],
      [[lines[0]!, lines[0]!], /line 2.*in its place/],
      [[lines[0]!, '{"type":"document"}\n'], /line 2/],
      [[lines[0]!, lines.at(-1)!], /documents by its end/],
      [[...lines, lines[1]!], /in its place/],
    ]
    for (const [given, text] of bad) {
      const target = setOn(memoryVectorStore())
      const error = await importSet(target.rag, given).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(InvalidArgumentError)
      expect(String(error)).toMatch(text)
    }
    const other = setOn(memoryVectorStore(), { modelId: "other" })
    await expect(importSet(other.rag, lines)).rejects.toThrow(
      /fake-embedder with 64 dimensions, which made this set/,
    )
    for await (const document of other.rag.documents()) expect(document).toBeUndefined()
    const { embeddedChunks: _, ...blind } = memoryVectorStore()
    await expect(linesFrom(setOn(blind))).rejects.toThrow(/embeddedChunks/)
    await expect(importSet({} as never, lines)).rejects.toThrow(/a set that `spdRag` made/)
  })

  it("takes lines in pieces of any length", async () => {
    const line = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[\n\r]/g, "").trim())
    const property = fc.asyncProperty(
      fc.array(line),
      fc.array(fc.nat(7), { minLength: 1 }),
      async (lines, sizes) => {
        const bytes = new TextEncoder().encode(lines.map((text) => `${text}\n`).join(""))
        const pieces: Uint8Array[] = []
        for (let at = 0, n = 0; at < bytes.length; n++) {
          const size = sizes[n % sizes.length]! + 1
          pieces.push(bytes.subarray(at, at + size))
          at += size
        }
        const found: string[] = []
        for await (const text of linesOf(pieces)) found.push(text)
        expect(found).toEqual(lines.filter((text) => text.trim() !== "").map((text) => text.toWellFormed()))
      },
    )
    await fc.assert(property, { numRuns: 100 })
  })
})
