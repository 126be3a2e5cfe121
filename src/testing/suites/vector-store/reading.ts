import { assertClose, assertEqual, assertRejects, assertTrue } from "../kit/assert"
import { listed, putOf, type VectorStoreCase, vectorOf, withoutScore, withoutVector } from "./fixtures"

const oddIds = ["./data/andrei.txt_1", "r\u00e9sum\u00e9 \u{1f600}", 'a.b[0]"c', "x".repeat(300), "7", " "]

export const readingCases: readonly VectorStoreCase[] = [
  {
    name: "gives back every field of a document and its chunks",
    async run(store, subject) {
      const request = putOf(
        "one",
        "r1",
        [vectorOf(subject, 1), vectorOf(subject, 0, 1)],
        (i) => `\u{1f600} \0 ${i}\r\n`,
      )
      const metadata = { pages: [1, 2, { from: 0 }], "a.b": null, nested: { ok: true } }
      const document = { ...request.document, metadata }
      const chunks = request.chunks.map((chunk) => ({ ...chunk, headings: ["A", "B"], tableHeader: "| x |" }))
      await store.put({ document, chunks })
      assertEqual(await store.get({ documentId: "one" }), document, "get")
      const stored = await store.chunks({ documentId: "one", revision: "r1" })
      assertEqual(stored, chunks.map(withoutVector), "chunks")
      const query = { documents: [{ id: "one", revision: "r1" }], vector: vectorOf(subject, 1), topK: 1 }
      const [best] = await store.search(query)
      assertEqual(best && withoutScore(best), withoutVector(chunks[0]!), "search")
      assertEqual(await listed(store), [document], "list")
    },
  },
  {
    name: "keeps documents of any id apart",
    async run(store, subject) {
      for (const id of oddIds)
        await store.put(putOf(id, "r1", [vectorOf(subject, 1, 1)], () => "the same words"))
      for (const id of oddIds) {
        const found = await store.search({
          documents: [{ id, revision: "r1" }],
          vector: vectorOf(subject, 1, 1),
          topK: 10,
        })
        assertEqual(
          found.map((chunk) => chunk.documentId),
          [id],
          "documents found",
        )
        assertEqual((await store.get({ documentId: id }))?.id, id, "get")
      }
      assertEqual((await listed(store)).map(({ id }) => id).sort(), [...oddIds].sort(), "list")
    },
  },
  {
    name: "finds by cosine, best first, whatever the vectors' lengths",
    async run(store, subject) {
      const vectors = [
        vectorOf(subject, 0.001, 0),
        vectorOf(subject, 0, 50),
        vectorOf(subject, 3, 4),
        vectorOf(subject, -2, 0),
      ]
      await store.put(putOf("a", "r1", vectors))
      const documents = [{ id: "a", revision: "r1" }]
      const found = await store.search({ documents, vector: vectorOf(subject, 7), topK: 10 })
      assertEqual(
        found.map(({ index }) => index),
        [0, 2, 1, 3],
        "order",
      )
      for (const [i, score] of [1, 0.6, 0, -1].entries())
        assertClose(found[i]?.score, score, 1e-5, `score ${i}`)
      const two = await store.search({ documents, vector: vectorOf(subject, 7), topK: 2 })
      assertEqual(
        two.map(({ index }) => index),
        [0, 2],
        "the best two",
      )
    },
  },
  {
    name: "searches the named documents together and no other",
    async run(store, subject) {
      await store.put(putOf("a", "r1", [vectorOf(subject, 1, 1), vectorOf(subject, 1)]))
      await store.put(putOf("b", "r1", [vectorOf(subject, 1)]))
      await store.put(putOf("c", "r1", [vectorOf(subject, 1)]))
      const [a, b] = ["a", "b"].map((id) => ({ id, revision: "r1" })) as [
        { id: string; revision: string },
        never,
      ]
      const search = async (documents: { id: string; revision: string }[], topK = 10) =>
        (await store.search({ documents, vector: vectorOf(subject, 1), topK })).map(({ id }) => id)
      assertEqual(await search([b, a]), ["b#0", "a#1", "a#0"], "ties in the order of the documents given")
      assertEqual(await search([a, b]), ["a#1", "b#0", "a#0"], "ties in the order of the documents given")
      assertEqual(await search([a, a]), ["a#1", "a#0"], "a document named twice")
      assertEqual(await search([]), [], "no document")
    },
  },
  {
    name: "breaks ties by index, also at the cut",
    async run(store, subject) {
      await store.put(
        putOf(
          "a",
          "r1",
          Array.from({ length: 40 }, () => vectorOf(subject, 1, 2)),
        ),
      )
      const documents = [{ id: "a", revision: "r1" }]
      const found = await store.search({ documents, vector: vectorOf(subject, 1, 2), topK: 7 })
      assertEqual(
        found.map(({ index }) => index),
        [0, 1, 2, 3, 4, 5, 6],
        "order",
      )
    },
  },
  {
    name: "scores a zero vector 0, as a chunk and as the query",
    async run(store, subject) {
      const vectors = [vectorOf(subject), vectorOf(subject, 1), vectorOf(subject, 1, 5)]
      await store.put(putOf("a", "r1", vectors))
      const documents = [{ id: "a", revision: "r1" }]
      const found = await store.search({ documents, vector: vectorOf(subject, 1), topK: 3 })
      assertEqual(
        found.map(({ index }) => index),
        [1, 2, 0],
        "order",
      )
      assertTrue(found[2]?.score === 0, `expected a score of 0, got ${found[2]?.score}`)
      const zero = await store.search({ documents, vector: vectorOf(subject), topK: 3 })
      assertEqual(
        zero.map(({ index, score }) => [index, score]),
        [
          [0, 0],
          [1, 0],
          [2, 0],
        ],
        "zero query",
      )
    },
  },
  {
    name: "gives 1,100 chunks back in text order",
    async run(store, subject) {
      const vectors = Array.from({ length: 1100 }, (_, i) => vectorOf(subject, 1, i))
      await store.put(putOf("long", "r1", vectors))
      const chunks = await store.chunks({ documentId: "long", revision: "r1" })
      assertEqual(
        chunks.map(({ index }) => index),
        Array.from(vectors.keys()),
        "indexes",
      )
    },
  },
  {
    name: "lists every document once, in a stable order",
    async run(store, subject) {
      const ids = Array.from({ length: 120 }, (_, i) => `doc ${i}`)
      await Promise.all(ids.map((id) => store.put(putOf(id, "r1", [vectorOf(subject, 1)]))))
      const first = (await listed(store)).map(({ id }) => id)
      assertEqual([...first].sort(), [...ids].sort(), "ids")
      assertEqual(
        (await listed(store)).map(({ id }) => id),
        first,
        "the second time",
      )
    },
  },
  {
    name: "knows nothing of a document that was never put",
    async run(store, subject) {
      assertEqual(await store.get({ documentId: "none" }), undefined, "get")
      const documents = [{ id: "none", revision: "r1" }]
      await assertRejects(
        store.chunks({ documentId: "none", revision: "r1" }),
        "StaleRevisionError",
        "chunks",
      )
      const search = store.search({ documents, vector: vectorOf(subject, 1), topK: 1 })
      await assertRejects(search, "StaleRevisionError", "search")
      assertEqual(await listed(store), [], "list")
    },
  },
  {
    name: "a second handle reads what the first wrote",
    needs: (subject) => subject.reopen !== undefined,
    async run(store, subject) {
      const request = putOf("a", "r1", [vectorOf(subject, 1)])
      await store.put(request)
      const other = await subject.reopen!(store)
      assertEqual(await other.get({ documentId: "a" }), request.document, "get")
      await other.put(putOf("a", "r2", [vectorOf(subject, 1)]))
      await assertRejects(
        store.chunks({ documentId: "a", revision: "r1" }),
        "StaleRevisionError",
        "old revision",
      )
    },
  },
]
