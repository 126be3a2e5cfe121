import type { StoredDocument } from "../../../contracts/document"
import type { VectorStore } from "../../../contracts/vector-store"
import { nextTurn } from "../../../runtime/yield"
import { assertEqual, assertRejects } from "../kit/assert"
import {
  listed,
  putOf,
  type VectorStoreCase,
  type VectorStoreSubject,
  vectorOf,
  withoutVector,
} from "./fixtures"

export const writingCases: readonly VectorStoreCase[] = [
  {
    name: "replaces a document whole: the old revision is refused and its text never found",
    async run(store, subject) {
      const three = [vectorOf(subject, 1), vectorOf(subject, 1, 1), vectorOf(subject, 0, 1)]
      await store.put(putOf("a", "r1", three, () => "born 987"))
      await store.put(putOf("a", "r2", [vectorOf(subject, 0, 1)], () => "born 986"))
      const read = store.chunks({ documentId: "a", revision: "r1" })
      await assertRejects(read, "StaleRevisionError", "chunks of the old revision")
      const search = (revision: string) =>
        store.search({ documents: [{ id: "a", revision }], vector: vectorOf(subject, 1), topK: 10 })
      await assertRejects(search("r1"), "StaleRevisionError", "search in the old revision")
      assertEqual(
        (await search("r2")).map(({ text }) => text),
        ["born 986"],
        "texts found",
      )
      assertEqual((await listed(store)).length, 1, "documents")
    },
  },
  {
    name: "one stale document refuses the search of several",
    async run(store, subject) {
      for (const id of ["a", "b"]) await store.put(putOf(id, "r1", [vectorOf(subject, 1)]))
      const documents = [
        { id: "a", revision: "r1" },
        { id: "b", revision: "r0" },
      ]
      const search = store.search({ documents, vector: vectorOf(subject, 1), topK: 1 })
      await assertRejects(search, "StaleRevisionError", "search")
    },
  },
  {
    name: "putting the same revision again changes nothing, and new contents under it win",
    async run(store, subject) {
      const first = putOf("a", "r1", [vectorOf(subject, 1), vectorOf(subject, 0, 1)])
      await store.put(first)
      await store.put(first)
      await assertWhole(store, first)
      const again = putOf("a", "r1", [vectorOf(subject, 1)], () => "other")
      await store.put(again)
      await assertWhole(store, again)
    },
  },
  {
    name: "keeps a document without chunks",
    async run(store, subject) {
      await store.put(putOf("empty", "r1", []))
      await store.put(putOf("full", "r1", [vectorOf(subject, 1)]))
      assertEqual(await store.chunks({ documentId: "empty", revision: "r1" }), [], "chunks")
      const documents = ["empty", "full"].map((id) => ({ id, revision: "r1" }))
      const found = await store.search({ documents, vector: vectorOf(subject, 1), topK: 5 })
      assertEqual(
        found.map(({ documentId }) => documentId),
        ["full"],
        "found",
      )
      await store.put(putOf("full", "r2", []))
      assertEqual(await store.chunks({ documentId: "full", revision: "r2" }), [], "chunks after replacing")
      assertEqual(
        (await listed(store)).map(({ chunkCount }) => chunkCount),
        [0, 0],
        "listed counts",
      )
    },
  },
  {
    name: "keeps chunks without vectors",
    needs: (subject) => subject.withoutVectors !== false,
    async run(store) {
      const request = putOf("a", "r1", [[], []])
      await store.put(request)
      await assertWhole(store, request)
    },
  },
  {
    name: "takes documents away, and takes them back",
    async run(store, subject) {
      await store.delete({ documentId: "a" })
      const request = putOf("a", "r1", [vectorOf(subject, 1)])
      await store.put(request)
      await store.put(putOf("b", "r1", [vectorOf(subject, 1)]))
      await store.delete({ documentId: "a" })
      assertEqual(await store.get({ documentId: "a" }), undefined, "get")
      await assertRejects(store.chunks({ documentId: "a", revision: "r1" }), "StaleRevisionError", "chunks")
      assertEqual(
        (await listed(store)).map(({ id }) => id),
        ["b"],
        "list",
      )
      await store.put(request)
      await assertWhole(store, request)
    },
  },
  {
    name: "concurrent puts of one document end in one of them, whole",
    async run(store, subject) {
      const requests = Array.from({ length: 6 }, (_, i) =>
        putOf(
          "a",
          `r${i}`,
          Array.from({ length: 2 + i }, () => vectorOf(subject, 1, i)),
        ),
      )
      await Promise.all(requests.map((request) => store.put(request)))
      const current = await store.get({ documentId: "a" })
      await assertWhole(store, requests.find(({ document }) => document.revision === current?.revision)!)
    },
  },
  {
    name: "readers beside a put see the old or the new revision, never a mix",
    async run(store, subject) {
      const revision = (n: number) =>
        putOf(
          "a",
          `r${n}`,
          Array.from({ length: 5 + n }, (_, i) => vectorOf(subject, 1, i)),
        )
      await store.put(revision(0))
      let writing = true
      const reader = async () => {
        while (writing) {
          const document = (await store.get({ documentId: "a" })) as StoredDocument
          await assertWholeOrStale(store, subject, document)
          // A store that answers at once would keep the writer's timers from their turn.
          await nextTurn()
        }
      }
      const writer = async () => {
        for (let n = 1; n <= 8; n++) await store.put(revision(n))
      }
      await Promise.all([writer().finally(() => (writing = false)), reader(), reader()])
      await assertWhole(store, revision(8))
    },
  },
  {
    name: "what the caller changes afterwards does not reach the store",
    async run(store, subject) {
      const request = putOf("a", "r1", [vectorOf(subject, 1), vectorOf(subject, 0, 1)])
      const metadata = { list: [1] }
      const vector = Float32Array.from(vectorOf(subject, 1))
      const headings = ["Before"]
      const document = { ...request.document, metadata }
      const chunks = [{ ...request.chunks[0]!, vector, headings }, request.chunks[1]!]
      const expected = structuredClone({ document, chunks: chunks.map(withoutVector) })
      await store.put({ document, chunks })
      metadata.list.push(2)
      headings.push("After")
      vector.set([0, 1])
      chunks.pop()
      assertEqual(await store.get({ documentId: "a" }), expected.document, "document")
      assertEqual(await store.chunks({ documentId: "a", revision: "r1" }), expected.chunks, "chunks")
      const documents = [{ id: "a", revision: "r1" }]
      const [best] = await store.search({ documents, vector: vectorOf(subject, 1), topK: 1 })
      assertEqual(best?.index, 0, "best chunk")
    },
  },
]

type Put = ReturnType<typeof putOf>

/** The store's current revision of the document is exactly this one. */
export async function assertWhole(store: VectorStore, { document, chunks }: Put): Promise<void> {
  assertEqual(await store.get({ documentId: document.id }), document, "get")
  const stored = await store.chunks({ documentId: document.id, revision: document.revision })
  assertEqual(stored, chunks.map(withoutVector), "chunks")
}

async function assertWholeOrStale(store: VectorStore, subject: VectorStoreSubject, document: StoredDocument) {
  const { id, revision, chunkCount } = document
  const search = { documents: [{ id, revision }], vector: vectorOf(subject, 1), topK: 100 }
  const reads = [store.chunks({ documentId: id, revision }), store.search(search)]
  // Both are waited for at once: one that fails while the other is under way would be an unhandled rejection.
  for (const [index, outcome] of (await Promise.allSettled(reads)).entries()) {
    if (outcome.status === "rejected") {
      await assertRejects(reads[index]!, "StaleRevisionError", "a read beside a put")
    } else assertEqual(outcome.value.length, chunkCount, "chunks read beside a put")
  }
}
