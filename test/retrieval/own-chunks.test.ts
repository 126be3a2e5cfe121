import { createDocumentSearch, type VectorStore } from "spd-rag"
import { memoryVectorStore } from "spd-rag/memory"
import { expect, it } from "vitest"

const document = { id: "mine", title: "mine", revision: "r", chunkCount: 2, tokens: 4 }
const chunk = (index: number, start: number, text: string) => ({
  id: `mine#${index}`,
  documentId: "mine",
  index,
  text,
  start,
  end: start + text.length,
  tokens: 2,
  headings: [],
})
const [first, second] = [chunk(0, 0, "one "), chunk(1, 4, "two")]

async function read(chunks: readonly object[]) {
  const vectorStore = { ...memoryVectorStore(), chunks: async () => chunks } as unknown as VectorStore
  return createDocumentSearch({ document, vectorStore }).chunks()
}

it("a document's own chunks are read", async () => {
  expect(await read([first, second])).toHaveLength(2)
})

it.each([
  ["of another document", [first, { ...second, documentId: "theirs" }]],
  ["out of order", [second, first]],
  ["given twice", [first, first]],
  ["at a place before the one before it", [chunk(0, 4, "two"), chunk(1, 0, "one ")]],
  ["longer than their place", [first, { ...second, text: "two and more" }]],
])("chunks %s are refused", async (_, chunks) => {
  await expect(read(chunks)).rejects.toMatchObject({ name: "InvalidOutputError", reason: "malformed" })
})
