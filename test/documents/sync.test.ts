import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type IndexEvent, InvalidArgumentError, ProviderError, type SpdRag, spdRag } from "spd-rag"
import { LoadDocumentsError, type LoadFailure, loadDocuments } from "spd-rag/files"
import { memoryVectorStore } from "spd-rag/memory"
import { fakeEmbedder } from "spd-rag/testing"
import { afterEach, describe, expect, it } from "vitest"
import { codeWordModel } from "../support/model"
import { interceptStore } from "../support/store"

const rag = (vectorStore = memoryVectorStore()) =>
  spdRag({ llm: codeWordModel(), embedder: fakeEmbedder(), vectorStore })
const source = (...names: string[]) => names.map((name) => ({ id: name, text: `text of ${name}` }))
async function idsOf(set: SpdRag): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of set.documents()) ids.push(id)
  return ids.sort()
}

describe("sync", () => {
  it("makes the set equal to the source and says what became of every document", async () => {
    const set = rag()
    await set.add([...source("same", "gone", "also gone"), { id: "edited", text: "before" }])
    const events: IndexEvent[] = []
    const report = await set.sync(
      [...source("same", "new"), { id: "edited", text: "after" }, { id: "blank", text: "" }],
      { onEvent: (event) => events.push(event) },
    )
    expect(report).toEqual({
      added: ["new"],
      replaced: ["edited"],
      unchanged: ["same"],
      removed: ["also gone", "gone"],
      skipped: [{ documentId: "blank", reason: "empty" }],
      failed: [],
      usage: expect.objectContaining({ calls: 1, lowerBound: false }),
    })
    expect(await idsOf(set)).toEqual(["blank", "edited", "new", "same"])
    const counts = { added: 1, replaced: 1, removed: 2, unchanged: 1, skipped: 1, failed: 0 }
    expect(events.at(-1)).toEqual({ type: "index-end", done: 6, counts })
    expect(events.at(-2)).toMatchObject({
      type: "index-delta",
      status: "removed",
      done: 6,
      documentCount: 6,
      counts,
    })
    const again = await set.sync([...source("same", "new"), { id: "edited", text: "after" }])
    expect(again).toMatchObject({
      added: [],
      replaced: [],
      unchanged: ["same", "new", "edited"],
      removed: ["blank"],
    })
  })

  it("never removes a document that failed to index", async () => {
    const store = memoryVectorStore()
    await rag(store).add([...source("good"), { id: "bad", text: "old" }])
    const refusing = {
      ...fakeEmbedder(),
      embed: async () => {
        throw new ProviderError("refused", { provider: "fake", status: 400 })
      },
    }
    const set = spdRag({ llm: codeWordModel(), embedder: refusing, vectorStore: store })
    const report = await set.sync([...source("good"), { id: "bad", text: "new" }])
    expect(report.failed.map(({ documentId }) => documentId)).toEqual(["bad"])
    expect(report).toMatchObject({ unchanged: ["good"], removed: [] })
    expect(await idsOf(set)).toEqual(["bad", "good"])
  })

  it("removes nothing when the source fails, keeps what it had given, and rethrows", async () => {
    const set = rag()
    await set.add(source("a", "b"))
    const failure = new Error("the share is gone")
    async function* failing() {
      yield* source("a", "c")
      throw failure
    }
    await expect(set.sync(failing())).rejects.toBe(failure)
    expect(await idsOf(set)).toEqual(["a", "b", "c"])
  })

  it("aborted at any call before its removals, removes nothing", async () => {
    for (let k = 0; ; k++) {
      const store = memoryVectorStore()
      await rag(store).add(source("a", "b"))
      const controller = new AbortController()
      let call = 0
      const cut = interceptStore(store, async () => {
        if (call++ !== k) return
        controller.abort(new Error("stopped"))
        controller.signal.throwIfAborted()
      })
      const set = rag({ ...cut, delete: (request) => store.delete(request) })
      const sync = set.sync(source("a", "c", "d"), { signal: controller.signal })
      const outcome: unknown = await sync.catch((error: unknown) => error)
      if (!controller.signal.aborted) {
        expect(outcome).toMatchObject({ removed: ["b"] })
        expect(k).toBeGreaterThan(3)
        break
      }
      expect(outcome).toEqual(new Error("stopped"))
      expect(await idsOf(rag(store))).toEqual(expect.arrayContaining(["a", "b"]))
    }
  })

  it("leaves alone what somebody else adds meanwhile", async () => {
    const store = memoryVectorStore()
    const set = rag(store)
    await set.add(source("old"))
    async function* slow() {
      yield* source("new")
      await rag(store).add(source("another's"))
    }
    expect((await set.sync(slow())).removed).toEqual(["old"])
    expect(await idsOf(set)).toEqual(["another's", "new"])
  })

  it("a removal that fails is reported, and the others go on", async () => {
    const store = memoryVectorStore()
    await rag(store).add(source("a", "b", "c"))
    const failing = {
      ...store,
      delete: async (request: { documentId: string }) => {
        if (request.documentId === "b") throw new ProviderError("no", { provider: "fake", status: 403 })
        await store.delete(request)
      },
    }
    const report = await rag(failing).sync(source("a"))
    expect(report).toMatchObject({ unchanged: ["a"], removed: ["c"], failed: [{ documentId: "b" }] })
  })

  it.each([undefined, null, "folder", 3])(
    "refuses %j as a source before it removes anything",
    async (bad) => {
      const set = rag()
      await set.add(source("a"))
      await expect(set.sync(bad as never)).rejects.toThrow(InvalidArgumentError)
      await expect(set.sync(source("b"), { keep: "a" as never })).rejects.toThrow(InvalidArgumentError)
      expect(await idsOf(set)).toEqual(["a"])
    },
  )
})

describe("sync with a folder", () => {
  const folders: string[] = []
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
  })
  async function folderOf(files: Record<string, string | Uint8Array>) {
    const folder = await mkdtemp(join(tmpdir(), "spd-rag-sync-"))
    folders.push(folder)
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
    return folder
  }
  const files = { "a.txt": "text a", "b.txt": "text b", "c.txt": "text c" }

  it("follows the folder: new, edited and deleted files", async () => {
    const folder = await folderOf(files)
    const set = rag()
    expect((await set.sync(loadDocuments(folder, { documentId: "relativePath" }))).added).toEqual([
      "a.txt",
      "b.txt",
      "c.txt",
    ])
    await writeFile(join(folder, "a.txt"), "another text")
    await writeFile(join(folder, "d.txt"), "text d")
    await rm(join(folder, "b.txt"))
    expect(await set.sync(loadDocuments(folder, { documentId: "relativePath" }))).toMatchObject({
      added: ["d.txt"],
      replaced: ["a.txt"],
      unchanged: ["c.txt"],
      removed: ["b.txt"],
      failed: [],
    })
  })

  it("a file that can't be read is not taken for a deleted one", async () => {
    const folder = await folderOf(files)
    const set = rag()
    await set.sync(loadDocuments(folder, { documentId: "relativePath" }))
    await writeFile(join(folder, "a.txt"), new Uint8Array(300).fill(0))
    await rm(join(folder, "b.txt"))

    await expect(set.sync(loadDocuments(folder, { documentId: "relativePath" }))).rejects.toThrow(
      LoadDocumentsError,
    )
    expect(await idsOf(set)).toEqual(["a.txt", "b.txt", "c.txt"])

    const failures: LoadFailure[] = []
    const report = await set.sync(
      loadDocuments(folder, { documentId: "relativePath", onError: (failure) => failures.push(failure) }),
      {
        keep: (id) => failures.some((failure) => failure.id === undefined || failure.id === id),
      },
    )
    expect(failures).toMatchObject([{ id: "a.txt", reason: "binary" }])
    expect(report).toMatchObject({ unchanged: ["c.txt"], removed: ["b.txt"] })
    expect(await idsOf(set)).toEqual(["a.txt", "c.txt"])
  })

  it("a folder that is empty or gone removes nothing", async () => {
    const folder = await folderOf(files)
    const set = rag()
    await set.sync(loadDocuments(folder, { documentId: "relativePath" }))
    for (const name of Object.keys(files)) await rm(join(folder, name))
    await expect(set.sync(loadDocuments(folder, { documentId: "relativePath" }))).rejects.toThrow(
      LoadDocumentsError,
    )
    await rm(folder, { recursive: true })
    await expect(set.sync(loadDocuments(folder, { documentId: "relativePath" }))).rejects.toThrow(
      LoadDocumentsError,
    )
    expect(await idsOf(set)).toHaveLength(3)
  })
})

it("a file of the same id from another path is refused, and replaces when that is asked for", async () => {
  const set = rag()
  const file = (sourcePath: string, text: string) => ({ id: "report.txt", text, metadata: { sourcePath } })
  await set.add([file("/2025/report.txt", "The first.")])
  const refused = await set.add([file("/2026/report.txt", "The second.")])
  expect(refused.failed).toMatchObject([
    { documentId: "report.txt", error: { name: "InvalidArgumentError" } },
  ])
  expect(refused.failed[0]!.error.message).toContain('"/2025/report.txt"')
  expect((await set.add([file("/2025/report.txt", "The first, changed.")])).replaced).toEqual(["report.txt"])
  const asked = await set.add([file("/2026/report.txt", "The second.")], { replaceFromOtherPaths: true })
  expect(asked.replaced).toEqual(["report.txt"])
})
