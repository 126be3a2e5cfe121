import { execFileSync } from "node:child_process"
import { mkdir, rename, symlink, writeFile } from "node:fs/promises"
import { join, relative } from "node:path"
import { expect, test } from "vitest"
import { loadDocuments } from "../../src/files"
import { documentIds } from "../../src/files/listing/document-ids"
import type { FoundFile } from "../../src/files/listing/list-files"
import { folderOf, loadAll } from "./fixtures"

const idsOf = async (path: string, options: Parameters<typeof loadAll>[1] = { documentId: "path" }) =>
  (await loadAll(path, options)).documents.map(({ id }) => id)

test("files of one name from different folders stay apart, however they are loaded", async () => {
  const folder = await folderOf({ "x/in/report.txt": "1", "y/in/report.txt": "2", "z/in/report.txt": "3" })
  const ids = [
    ...(await idsOf(join(folder, "x/in/report.txt"))),
    ...(await idsOf(join(folder, "y/in"))),
    ...(await idsOf(join(folder, "z"))),
  ]
  expect(ids).toEqual(["x", "y", "z"].map((name) => join(folder, name, "in/report.txt")))
  expect(await idsOf(relative(".", join(folder, "x")))).toEqual([ids[0]])
})

test("inside of the working folder an id is the path from there", async () => {
  const file = (realPath: string) => ({
    realPath,
    path: realPath,
    relativePath: "r",
    root: "/",
    systemPath: realPath,
  })
  const ids = (...paths: string[]) => documentIds(paths.map(file) as FoundFile[], "path", "/home/me")
  expect(await ids("/home/me/a/b.txt", "/home/me/..c.txt", "/home/you/a.txt")).toEqual([
    "a/b.txt",
    "..c.txt",
    "/home/you/a.txt",
  ])
  const long = `/home/me/${"folder/".repeat(300)}`
  const [a, b] = await ids(`${long}a.txt`, `${long.replace("me/f", "me/g")}a.txt`)
  expect([a!.length, b!.length]).toEqual([1024, 1024])
  expect(a).not.toBe(b)
  expect(a!.endsWith("folder/a.txt")).toBe(true)
})

test("a function gives ids of one's own, and two files may not share one", async () => {
  const folder = await folderOf({ "a/x.txt": "1", "b/x.txt": "2" })
  const documentId = ({ relativePath }: { relativePath: string }) => relativePath.replace("/", ":")
  expect(await idsOf(folder, { documentId })).toEqual(["a:x.txt", "b:x.txt"])
  await expect(loadDocuments(folder, { documentId: () => "same" }).next()).rejects.toThrow(/share it/)
  await expect(loadDocuments(folder, { documentId: () => "" }).next()).rejects.toMatchObject({
    argument: "documentId",
  })
})

test("a folder that is swapped for a link while the load runs does not lead outside", async () => {
  const folder = await folderOf({ "in/a.txt": "a", "in/sub/b.txt": "b", "out/b.txt": "secret" })
  const texts: string[] = []
  const reasons: string[] = []
  for await (const { text } of loadDocuments(join(folder, "in"), {
    onError: ({ reason }) => reasons.push(reason),
  })) {
    texts.push(text)
    await rename(join(folder, "in/sub"), join(folder, "in/.old"))
    await symlink("../out", join(folder, "in/sub"))
  }
  expect(texts).toEqual(["a"])
  expect(reasons).toEqual(["outside"])
})

test("names that are no UTF-8 are read, and two of them are two documents", async ({ skip }) => {
  const folder = await folderOf({ "a.txt": "a" })
  const named = (...bytes: number[]) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(bytes)])
  try {
    await writeFile(named(0x62, 0xe9, 0x2e, 0x74, 0x78, 0x74), "e acute")
    await writeFile(named(0x62, 0xe8, 0x2e, 0x74, 0x78, 0x74), "e grave")
    await mkdir(named(0xff))
    await writeFile(named(0xff, 0x2f, 0x63, 0x2e, 0x70, 0x6e, 0x67), "no loader")
    await writeFile(named(0xff, 0x2f, 0x64, 0x2e, 0x6d, 0x64), "inside")
  } catch {
    skip(true, "this file system takes names in UTF-8 only")
  }
  const { documents, failures } = await loadAll(folder)
  expect(documents.map(({ id, text }) => [id, text])).toEqual([
    ["\\xFF/d.md", "inside"],
    ["a.txt", "a"],
    ["b\\xE8.txt", "e grave"],
    ["b\\xE9.txt", "e acute"],
  ])
  expect(failures).toMatchObject([{ reason: "unsupported", path: join(folder, "\\xFF/c.png") }])
})

test("paths that are longer than the system takes are loaded or reported by name", async () => {
  const folder = await folderOf({ "a.txt": "a" })
  const start = process.cwd()
  try {
    // Step by step, since no call takes the whole path.
    process.chdir(folder)
    for (let depth = 0; depth < 25; depth++) {
      await mkdir("x".repeat(200))
      process.chdir("x".repeat(200))
    }
    await writeFile("deep.txt", "deep")
  } finally {
    process.chdir(start)
  }
  const { documents, failures } = await loadAll(folder)
  execFileSync("rm", ["-rf", folder])
  expect(documents.map(({ text }) => text)).toContain("a")
  expect([...documents.map(({ id }) => id), ...failures.map(({ path }) => path)].at(-1)).toContain("xxx")
  expect(documents.length + failures.length).toBe(2)
})
