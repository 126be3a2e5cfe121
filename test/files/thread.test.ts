import { getEventListeners } from "node:events"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import type { SourceDocument } from "../../src/contracts/document"
import type { LoadFailure, LoadOptions } from "../../src/files"
import { builtFiles } from "./built"
import { folderOf, loadAll, zip } from "./fixtures"

let built: typeof import("../../src/files")
let remove: () => void
beforeAll(async () => {
  const { files, ...made } = await builtFiles()
  built = files
  remove = made.remove
})
afterAll(() => remove())

async function loadBuilt(folder: string, options: LoadOptions = {}, files = built) {
  const failures: LoadFailure[] = []
  const documents: SourceDocument[] = []
  const all = {
    documentId: "relativePath",
    onError: (f: LoadFailure) => failures.push(f),
    ...options,
  } as const
  for await (const document of files.loadDocuments(folder, all)) documents.push(document)
  return { documents, failures, reasons: failures.map(({ reason }) => reason) }
}

const some = {
  "a.txt": "plain",
  "b.html": "<title>Page</title><p>words",
  "c.csv": "a,b\n1,2",
  "d.json": "{",
  "e.html": "",
  "f.xlsx": zip({ "a.txt": "no workbook" }),
  "g.md": "# Last",
}

test("a thread gives what the process itself gives, and errors keep their reason, message and cause", async () => {
  const folder = await folderOf(some)
  const [own, threaded] = [await loadAll(folder), await loadBuilt(folder)]
  expect(
    threaded.documents.map(({ metadata: { sourcePath: _, ...metadata } = {}, ...rest }) => ({
      ...rest,
      metadata,
    })),
  ).toEqual(own.documents)
  const told = ({ id, reason, error }: LoadFailure) => [
    ...[id, reason, error.name, error.message],
    (error.cause as Error | undefined)?.message,
  ]
  expect(threaded.failures.map(told)).toEqual(own.failures.map(told))
  expect(threaded.failures[0]!.error).toBeInstanceOf(built.LoadFileError)
})

test("the CommonJS form has its thread too", async () => {
  const folder = await folderOf({ "slow.html": slowPage, "z.txt": "last" })
  const commonJs = await builtFiles("cjs")
  onTestFinished(commonJs.remove)
  const { documents, reasons } = await loadBuilt(folder, { parseTimeoutMs: 1 }, commonJs.files)
  expect(reasons).toEqual(["too-large"])
  expect(documents.map(({ text }) => text)).toEqual(["last"])
})

/** Takes far more than a millisecond on any machine. */
const slowPage = "<p><i>a</i> b".repeat(400_000)

test("a file that takes too long is too large, and the next ones are read", async () => {
  const folder = await folderOf({ "a.html": slowPage, "b.txt": "fine" })
  const { documents, failures } = await loadBuilt(folder, { parseTimeoutMs: 1 })
  expect(failures).toMatchObject([{ reason: "too-large" }])
  expect(failures[0]!.error.message).toContain("1 ms")
  expect(documents.map(({ text }) => text)).toEqual(["fine"])
})

test("a file that fills the thread's memory is too large, and the next ones are read", async () => {
  // Elements of three bytes take over forty times as much.
  const page = `<p>a${"<p>".repeat(2_000_000)}`
  const folder = await folderOf({ "a.html": page, "b.html": "<p>fine" })
  const { documents, reasons } = await loadBuilt(folder, { maxFileBytes: page.length })
  expect(reasons).toEqual(["too-large"])
  expect(documents.map(({ text }) => text)).toEqual(["fine"])
})

test("an abort ends a file in the middle and leaves no listener", async () => {
  const folder = await folderOf({ "a.html": "<p>first", "b.html": slowPage })
  const controller = new AbortController()
  const reason = new Error("stop")
  const load = built.loadDocuments(folder, { signal: controller.signal })
  expect((await load.next()).value).toMatchObject({ text: "first" })
  const second = load.next()
  setImmediate(() => controller.abort(reason))
  await expect(second).rejects.toBe(reason)
  expect(getEventListeners(controller.signal, "abort")).toEqual([])
})
