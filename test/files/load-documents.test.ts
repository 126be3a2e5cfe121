import { execFileSync } from "node:child_process"
import { getEventListeners } from "node:events"
import { chmod, open, symlink, unlink } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { SpdRagError } from "../../src/errors"
import { LoadDocumentsError, loadDocuments } from "../../src/files"
import { folderOf, loadAll } from "./fixtures"

const ids = (documents: readonly { id: string }[]) => documents.map(({ id }) => id)

test("ids are relative paths with forward slashes, in order, and one name in two folders is two documents", async () => {
  const folder = await folderOf({
    "b/report.txt": "2",
    "a/report.txt": "1",
    "a/deep/er/x.md": "3",
    "a.txt": "4",
    "a-b/c.txt": "5",
    ".hidden/d.txt": "6",
    "Z.TXT": "7",
  })
  const { documents, failures } = await loadAll(folder)
  expect(ids(documents)).toEqual([
    "Z.TXT",
    "a-b/c.txt",
    "a.txt",
    "a/deep/er/x.md",
    "a/report.txt",
    "b/report.txt",
  ])
  expect(failures).toEqual([])
})

test("files of several folders that share an id get their folders' names, and no file comes twice", async () => {
  const folder = await folderOf({
    "2023/in/report.txt": "a",
    "2024/in/report.txt": "b",
    "2024/in/own.txt": "c",
  })
  const [old, recent] = [join(folder, "2023/in"), join(folder, "2024/in")]
  const { documents } = await loadAll([recent, old, join(recent, "own.txt"), join(recent, "..")])
  expect(documents.map(({ id, text }) => [id, text])).toEqual([
    ["own.txt", "c"],
    ["2024/in/report.txt", "b"],
    ["2023/in/report.txt", "a"],
  ])
})

test("a file that is given itself goes by its name", async () => {
  const folder = await folderOf({ "x/one.txt": "1" })
  expect(ids((await loadAll(join(folder, "x/one.txt"))).documents)).toEqual(["one.txt"])
})

test("braces that multiply without a bound are refused by name", async () => {
  for (const pattern of [
    "{a,b}".repeat(40),
    "{a,{b,c}}".repeat(40),
    `{${",".repeat(1_001)}}`,
    "a".repeat(5_000),
  ]) {
    for (const option of ["include", "exclude"]) {
      const load = loadAll("nowhere", { [option]: pattern })
      await expect(load).rejects.toMatchObject({ name: "InvalidArgumentError", argument: option })
    }
  }
  // 512 of them are not too many.
  const { failures } = await loadAll("nowhere", { include: `${"{a,b}".repeat(9)}{{}.txt` })
  expect(failures.map(({ error }) => error.name)).toEqual(["LoadFileError"])
})

test("include and exclude choose by name or by path", async () => {
  const folder = await folderOf({
    "a.txt": "1",
    "a.md": "2",
    "s/b.txt": "3",
    "s/old/c.txt": "4",
    "s/d.html": "5",
  })
  const chosen = async (include?: string | string[], exclude?: string) =>
    ids((await loadAll(folder, { include, exclude })).documents)
  expect(await chosen("*.txt")).toEqual(["a.txt", "s/b.txt", "s/old/c.txt"])
  expect(await chosen("s/*")).toEqual(["s/b.txt", "s/d.html"])
  expect(await chosen("s/**/*.{txt,html}", "**/old/**")).toEqual(["s/b.txt", "s/d.html"])
  expect(await chosen(["?.md", "./s/old/"])).toEqual(["a.md", "s/old/c.txt"])
  expect(await chosen(undefined, "s/")).toEqual(["a.md", "a.txt"])
})

test("a bad file never stops the others, and each is told with its reason", async () => {
  const folder = await folderOf({
    "1.txt": "one",
    "2.pdf": "%PDF-nothing",
    "3.txt": "",
    "4.txt": "four",
    "5.png": "x",
  })
  const { documents, failures } = await loadAll([folder, join(folder, "none.txt")])
  expect(ids(documents)).toEqual(["1.txt", "4.txt"])
  expect(failures.map(({ path, reason }) => [path.slice(folder.length + 1), reason])).toEqual([
    ["none.txt", "missing"],
    ["2.pdf", "damaged"],
    ["3.txt", "empty"],
    ["5.png", "unsupported"],
  ])
  expect(
    failures.every(({ error, reason }) => SpdRagError.isInstance(error) && error.reason === reason),
  ).toBe(true)
})

test("without onError the failures are thrown after the last document", async () => {
  const folder = await folderOf({ "1.txt": "one", "2.json": "{", "3.txt": "three", "4.png": "x" })
  const seen: string[] = []
  const load = async () => {
    for await (const { id } of loadDocuments(folder, { documentId: "relativePath" })) seen.push(id)
  }
  const error = await load().catch((error) => error)
  expect(seen).toEqual(["1.txt", "3.txt"])
  expect(error).toBeInstanceOf(LoadDocumentsError)
  expect(error.loaded).toBe(2)
  expect(error.failures.map(({ reason }: { reason: string }) => reason)).toEqual(["damaged"])
  expect(error.message).toContain("2.json (damaged)")
})

test("a folder without readable files, and a file of an unknown kind given by name, are failures", async () => {
  const folder = await folderOf({ "logo.png": "x" })
  expect((await loadAll(folder)).reasons).toEqual(["empty", "unsupported"])
  await expect(loadDocuments(folder).next()).rejects.toMatchObject({
    failures: [{ path: folder, reason: "empty" }],
  })
  const image = join(folder, "logo.png")
  await expect(loadDocuments(image).next()).rejects.toMatchObject({ failures: [{ reason: "unsupported" }] })
})

test("no link leads out of the given folders, and one inside is no second document", async () => {
  const folder = await folderOf({ "in/a.txt": "inside", "out/secret.txt": "outside", "in/sub/b.txt": "b" })
  const inside = join(folder, "in")
  await symlink("a.txt", join(inside, "again.txt"))
  await symlink("..", join(inside, "sub/loop"))
  await symlink("../out/secret.txt", join(inside, "escape.txt"))
  await symlink("../out", join(inside, "escape-folder"))
  await symlink("nowhere", join(inside, "gone.txt"))
  const { documents, failures } = await loadAll(inside)
  expect(ids(documents)).toEqual(["a.txt", "sub/b.txt"])
  expect(failures.map(({ path, reason }) => [path.slice(inside.length + 1), reason])).toEqual([
    ["escape-folder", "outside"],
    ["escape.txt", "outside"],
    ["gone.txt", "missing"],
  ])
})

test("a file that is swapped for a link while the load runs is not followed", async () => {
  const folder = await folderOf({ "in/a.txt": "a", "in/b.txt": "b", "secret.txt": "secret" })
  const texts: string[] = []
  const reasons: string[] = []
  for await (const { text } of loadDocuments(join(folder, "in"), {
    onError: ({ reason }) => reasons.push(reason),
  })) {
    texts.push(text)
    if (texts.length > 1) continue
    await unlink(join(folder, "in/b.txt"))
    await symlink("../secret.txt", join(folder, "in/b.txt"))
  }
  expect(texts).toEqual(["a"])
  expect(reasons).toEqual(["unreadable"])
})

test("a file of 200 MB is refused unread", async () => {
  const folder = await folderOf({ "a.txt": "a", "big.txt": "" })
  const file = await open(join(folder, "big.txt"), "r+")
  await file.truncate(200_000_000)
  await file.close()
  const { documents, failures } = await loadAll(folder)
  expect(ids(documents)).toEqual(["a.txt"])
  expect(failures).toMatchObject([{ reason: "too-large" }])
  expect(failures[0]!.error.message).toContain("200000000")
})

test("a pipe with a text file's name does not hang the load", async () => {
  const folder = await folderOf({ "a.txt": "a" })
  execFileSync("mkfifo", [join(folder, "pipe.txt")])
  const { documents, reasons } = await loadAll(folder)
  expect(ids(documents)).toEqual(["a.txt"])
  expect(reasons).toEqual(["unsupported"])
})

test("a file that may not be read is unreadable", async ({ skip }) => {
  skip(process.getuid?.() === 0, "root may read every file")
  const folder = await folderOf({ "a.txt": "a" })
  await chmod(join(folder, "a.txt"), 0)
  expect((await loadAll(folder)).reasons).toEqual(["unreadable"])
})

test("an abort rethrows its reason between files and leaves no listener", async () => {
  const folder = await folderOf({ "a.txt": "a", "b.txt": "b", "c.txt": "c" })
  const controller = new AbortController()
  const reason = new Error("stop")
  const seen: string[] = []
  const load = async () => {
    for await (const { id } of loadDocuments(folder, {
      documentId: "relativePath",
      signal: controller.signal,
    })) {
      seen.push(id)
      if (seen.length === 2) controller.abort(reason)
    }
  }
  await expect(load()).rejects.toBe(reason)
  expect(seen).toEqual(["a.txt", "b.txt"])
  expect(getEventListeners(controller.signal, "abort")).toEqual([])
  await expect(loadDocuments(folder, { signal: controller.signal }).next()).rejects.toBe(reason)
})

test("arguments that make no sense are refused", async () => {
  for (const bad of [undefined, 3, [""], [null]]) {
    await expect(loadDocuments(bad as never).next()).rejects.toMatchObject({ name: "InvalidArgumentError" })
  }
  await expect(loadDocuments("x", { maxFileBytes: 0 }).next()).rejects.toMatchObject({
    argument: "maxFileBytes",
  })
})

test("real files of installed packages are read whole", async () => {
  const packages = dirname(dirname(createRequire(import.meta.url).resolve("mammoth/package.json")))
  const { documents, failures } = await loadAll(
    ["mammoth", "papaparse", "unpdf"].map((name) => join(packages, name)),
    {
      include: ["README.md", "package.json", "*.docx", "long-sample.csv"],
      exclude: "**/{empty,node_modules}*",
    },
  )
  expect(failures.map(({ path, reason }) => [path.split("/").at(-1), reason])).toEqual([
    ["external-picture.docx", "empty"],
    ["tiny-picture-target-base-relative.docx", "image-only"],
    ["tiny-picture.docx", "image-only"],
  ])
  const names = documents.map(({ id }) => id)
  expect(names).toEqual([...new Set(names)])
  expect(names).toContain("mammoth/README.md")
  expect(names).toContain("unpdf/package.json")
  expect(documents.find(({ id }) => id.endsWith("single-paragraph.docx"))!.text).toBe(
    "Walking on imported air",
  )
  expect(documents.find(({ id }) => id.endsWith("tables.docx"))!.text).toContain("| --- |")
})
