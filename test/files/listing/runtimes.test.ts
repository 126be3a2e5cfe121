import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import type * as FileSystem from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "spd-rag-listing-"))
  mkdirSync(join(folder, "below"))
  writeFileSync(join(folder, "below/b.txt"), "b")
  writeFileSync(join(folder, "a.txt"), "a")
  symlinkSync("/", join(folder, "link"))
})
afterEach(() => {
  vi.doUnmock("node:fs/promises")
  vi.resetModules()
  rmSync(folder, { recursive: true, force: true })
})

/** The loader where some functions of the file system do as another runtime has them. */
async function loadWith(changes: (real: typeof FileSystem) => object) {
  vi.resetModules()
  vi.doMock("node:fs/promises", async (original) => {
    const real = await original<typeof FileSystem>()
    return { ...real, ...changes(real) }
  })
  const { loadDocuments } = await import("../../../src/files")
  const texts: string[] = []
  const failed: string[] = []
  const onError = ({ path, reason }: { path: string; reason: string }) => failed.push(`${path} ${reason}`)
  for await (const { text } of loadDocuments(folder, { onError })) texts.push(text)
  return { texts, failed }
}

it("a folder is read where names come without their kind, as in Bun", async () => {
  const { texts, failed } = await loadWith(({ readdir }) => ({
    readdir: (path: string) => readdir(path, { encoding: "buffer" }),
  }))
  expect(texts).toEqual(["a", "b"])
  expect(failed).toEqual([`${join(folder, "link")} outside`])
})

it("a file is read where its place is told as text, as in Deno", async () => {
  const { texts } = await loadWith(({ readlink }) => ({ readlink: (path: string) => readlink(path) }))
  expect(texts).toEqual(["a", "b"])
})
