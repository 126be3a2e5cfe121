import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { type FileSource, type LoadFailure, type LoadOptions, loadDocuments } from "../../src/files"
import { builtFiles } from "./built"
import { folderOf, loadAll, zip } from "./fixtures"

const bytesOf = (text: string) => new TextEncoder().encode(text)

async function load(sources: FileSource | Iterable<FileSource>, options: LoadOptions = {}) {
  const failures: LoadFailure[] = []
  const documents = []
  for await (const document of loadDocuments(sources, { onError: (f) => failures.push(f), ...options })) {
    documents.push(document)
  }
  return { documents, failures, told: documents.map(({ id, text }) => [id, text]) }
}

/** A file as a browser gives it where a folder was chosen. */
const inFolder = (path: string, text: string) =>
  Object.defineProperty(new File([text], path.split("/").at(-1)!), "webkitRelativePath", { value: path })

describe("what is no path", () => {
  test("a File, named bytes of every kind and a named Blob are documents of their names, without a source path", async () => {
    const page = "<title>Lease</title><p>It ends in May.</p>"
    const view = new Uint8Array(bytesOf("xxview").buffer, 2)
    const { documents } = await load([
      new File([page], "lease.html"),
      { bytes: view, name: "a/view.txt" },
      { bytes: bytesOf("buffer").buffer, name: "buffer.md" },
      { bytes: new Blob(["a,b\n1,2"]), name: "blob.CSV" },
    ])
    expect(documents).toEqual([
      { id: "lease.html", title: "Lease", text: "It ends in May.", metadata: { format: "html" } },
      { id: "a/view.txt", text: "view", metadata: { format: "text" } },
      { id: "buffer.md", text: "buffer", metadata: { format: "markdown" } },
      { id: "blob.CSV", text: "| a | b |\n| --- | --- |\n| 1 | 2 |", metadata: { format: "csv" } },
    ])
  })

  test("the order is that of the sources, paths among them", async () => {
    const folder = await folderOf({ "in/b.txt": "b", "in/c.txt": "c", "d.txt": "d" })
    const { told } = await load(
      [
        { bytes: bytesOf("a"), name: "a.txt" },
        join(folder, "in"),
        new File(["z"], "z.txt"),
        join(folder, "d.txt"),
      ],
      { documentId: "relativePath" },
    )
    expect(told).toEqual([
      ["a.txt", "a"],
      ["b.txt", "b"],
      ["c.txt", "c"],
      ["z.txt", "z"],
      ["d.txt", "d"],
    ])
  })

  test("anything that can be gone through is a list, and one object given twice is read once", async () => {
    const file = new File(["x"], "x.txt")
    expect((await load(new Set([file]))).told).toEqual([["x.txt", "x"]])
    expect((await load([file, file])).told).toEqual([["x.txt", "x"]])
    expect((await load(file)).told).toEqual([["x.txt", "x"]])
  })

  test("the media type tells the kind where the name does not, and the name is stronger", async () => {
    const { documents, failures } = await load([
      { bytes: bytesOf("<p>one"), name: "page", type: "Text/HTML; charset=utf-8" },
      new File(["a\tb\n1\t2"], "rows", { type: "text/tab-separated-values" }),
      new File(["x;y\n1;2"], "export.csv", { type: "application/vnd.ms-excel" }),
      new File(["?"], "picture", { type: "image/png" }),
      new File(["?"], "no-kind"),
    ])
    expect(documents.map(({ id, metadata }) => [id, metadata?.format])).toEqual([
      ["page", "html"],
      ["rows", "csv"],
      ["export.csv", "csv"],
    ])
    expect(documents[1]!.text).toContain("| 1 | 2 |")
    expect(failures.map(({ path, id, reason }) => [path, id, reason])).toEqual([
      ["picture", "picture", "unsupported"],
      ["no-kind", "no-kind", "unsupported"],
    ])
  })

  test("an encoding that the type names is read by, and the caller's is stronger", async () => {
    const bytes = new Uint8Array([0x83, 0x65, 0x83, 0x58, 0x83, 0x67])
    const file = { bytes, name: "a.txt", type: "text/plain; charset=Shift_JIS" }
    expect((await load(file)).told).toEqual([["a.txt", "\u30c6\u30b9\u30c8"]])
    expect((await load({ ...file, type: "text/plain; charset=nothing" })).told).not.toEqual([
      ["a.txt", "\u30c6\u30b9\u30c8"],
    ])
    const cyrillic = {
      bytes: new Uint8Array([0xc4, 0xe0]),
      name: "a.txt",
      type: "text/plain; charset=koi8-r",
    }
    expect((await load(cyrillic, { encoding: "windows-1251" })).told).toEqual([["a.txt", "\u0414\u0430"]])
  })

  test("a Blob without a name is called by its bytes: the same one is the same document", async () => {
    const blob = (text: string) => new Blob([text], { type: "text/plain" })
    const { documents } = await load([blob("one"), blob("two"), blob("one")])
    expect(documents.map(({ text }) => text)).toEqual(["one", "two"])
    const [one, two] = documents.map(({ id }) => id)
    expect(one).toMatch(/^[0-9a-f]{32}\.txt$/)
    expect(two).not.toBe(one)
    expect((await load(blob("one"))).documents[0]!.id).toBe(one)
  })

  test("of a folder that was chosen, patterns, names with a dot and other kinds count as inside of a folder", async () => {
    const files = [
      inFolder("set/old/a.txt", "a"),
      inFolder("set/b.txt", "b"),
      inFolder("set/.git/c.txt", "c"),
      inFolder("set/d.exe", "d"),
    ]
    const { told, failures } = await load(files, { exclude: "old/**" })
    expect(told).toEqual([["set/b.txt", "b"]])
    expect(failures.map(({ path, reason }) => [path, reason])).toEqual([["set/d.exe", "unsupported"]])
    const texts = []
    for await (const { text } of loadDocuments(files)) texts.push(text)
    expect(texts).toEqual(["a", "b"])
  })

  test("a function gives ids of one's own, from the name", async () => {
    const sources = [new File(["x"], "x.txt"), inFolder("set/y.txt", "y")]
    const { told } = await load(sources, {
      documentId: ({ path, realPath, relativePath }) => [path, realPath, relativePath].join(" "),
    })
    expect(told).toEqual([
      ["x.txt x.txt x.txt", "x"],
      ["set/y.txt set/y.txt set/y.txt", "y"],
    ])
  })

  test("the caller keeps its bytes, also where a thread reads them", async () => {
    const { files, remove } = await builtFiles()
    try {
      const bytes = bytesOf("<p>mine")
      const own = { size: 7, type: "text/html", arrayBuffer: async () => bytes.buffer }
      const texts = []
      const sources = [
        { bytes, name: "a.html" },
        { bytes: own, name: "b.html" },
      ]
      for await (const { text } of files.loadDocuments(sources)) texts.push(text)
      expect(texts).toEqual(["mine", "mine"])
      expect(new TextDecoder().decode(bytes)).toBe("<p>mine")
    } finally {
      remove()
    }
  })

  test("a name that is too long for a store is its end, behind a hash", async () => {
    const name = `${"folder/".repeat(200)}a.txt`
    const [[id]] = (await load({ bytes: bytesOf("x"), name })).told as [[string, string]]
    expect(id).toHaveLength(1024)
    expect(id.endsWith("folder/a.txt")).toBe(true)
  })
})

describe("what can't be read", () => {
  const unreadable = {
    ...{ name: "gone.txt", size: 3, type: "" },
    arrayBuffer: () => Promise.reject(new Error("The file has changed.")),
  }

  test("a source that is bad never stops the others", async () => {
    const { told, failures } = await load(
      [
        unreadable,
        new File(["12345678901"], "large.txt"),
        { bytes: bytesOf("12345678901"), name: "large.md" },
        // What says that it is small.
        { name: "lies.txt", size: 1, type: "", arrayBuffer: async () => bytesOf("12345678901").buffer },
        new File([], "empty.txt"),
        new Blob(["12345678901"], { type: "text/plain" }),
        { bytes: zip({ "a.txt": "a" }).subarray(0, 10), name: "cut.docx" },
        new File(["last"], "last.txt"),
      ],
      { maxFileBytes: 10 },
    )
    expect(told).toEqual([["last.txt", "last"]])
    expect(failures.map(({ path, id, reason }) => [path, id, reason])).toEqual([
      ["sources[5]", undefined, "too-large"],
      ["gone.txt", "gone.txt", "unreadable"],
      ["large.txt", "large.txt", "too-large"],
      ["large.md", "large.md", "too-large"],
      ["lies.txt", "lies.txt", "too-large"],
      ["empty.txt", "empty.txt", "empty"],
      ["cut.docx", "cut.docx", "damaged"],
    ])
    expect((failures[1]!.error.cause as Error).message).toBe("The file has changed.")
    const all = loadDocuments([unreadable, new File(["last"], "last.txt")])
    expect((await all.next()).value).toMatchObject({ id: "last.txt" })
    await expect(all.next()).rejects.toMatchObject({ name: "LoadDocumentsError", loaded: 1 })
  })

  test.each([
    [undefined, "sources"],
    [null, "sources"],
    [12, "sources"],
    ["", "sources"],
    [new Uint8Array([1]), "sources"],
    [new ArrayBuffer(1), "sources"],
    [{ bytes: new Uint8Array([1]) }, "sources"],
    [{ bytes: new Uint8Array([1]), name: "" }, "sources"],
    [{ bytes: new Uint8Array([1]), name: "a.txt", type: 1 }, "sources"],
    [{ bytes: "text", name: "a.txt" }, "sources"],
    [["a.txt", ""], "sources[1]"],
    [[new File(["x"], "x.txt"), new Uint8Array([1])], "sources[1]"],
  ])("%o is refused before anything is read", async (sources, argument) => {
    const read = loadDocuments(sources as never).next()
    await expect(read).rejects.toMatchObject({ name: "InvalidArgumentError", argument })
  })

  test("two files of one name are refused by name, unless a function tells them apart", async () => {
    const twins = () => [new File(["1"], "a.txt"), new File(["2"], "a.txt")]
    await expect(load(twins())).rejects.toMatchObject({
      name: "InvalidArgumentError",
      argument: "documentId",
    })
    await expect(load(twins(), { documentId: "relativePath" })).rejects.toThrow(/a\.txt and a\.txt share it/)
    let count = 0
    expect((await load(twins(), { documentId: () => `${++count}` })).told).toEqual([
      ["1", "1"],
      ["2", "2"],
    ])
  })

  test("an abort ends a read that waits", async () => {
    const controller = new AbortController()
    const waiting = {
      name: "a.txt",
      size: 1,
      type: "",
      arrayBuffer: () => new Promise<ArrayBuffer>(() => {}),
    }
    const read = loadDocuments(waiting, { signal: controller.signal }).next()
    const reason = new Error("mine")
    queueMicrotask(() => controller.abort(reason))
    await expect(read).rejects.toBe(reason)
  })
})

test("a list of paths reads as before", async () => {
  const folder = await folderOf({ "a.txt": "a" })
  expect((await loadAll([folder])).documents.map(({ id }) => id)).toEqual(["a.txt"])
})
