import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createClient } from "@libsql/client"
import type { CallCache } from "spd-rag"
import { fileCache, libsqlCache, memoryCache } from "spd-rag/cache"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

let folder: string
const closing: { close(): unknown }[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "spd-rag-cache-"))
})
afterEach(async () => {
  for (const cache of closing.splice(0)) await cache.close()
  rmSync(folder, { recursive: true, force: true })
})

function openLibsql(maxBytes?: number) {
  const cache = libsqlCache({
    url: `file:${join(folder, "calls.db")}`,
    ...(maxBytes !== undefined && { maxBytes }),
  })
  closing.push(cache)
  return cache
}

const kinds: { readonly [name: string]: (maxBytes?: number) => CallCache } = {
  memoryCache: (maxBytes) => memoryCache(maxBytes === undefined ? {} : { maxBytes }),
  fileCache: (maxBytes) =>
    fileCache({ folder: join(folder, "calls"), ...(maxBytes !== undefined && { maxBytes }) }),
  libsqlCache: openLibsql,
}

describe.each(Object.entries(kinds))("%s", (name, create) => {
  it("gives back what was set last, whatever the key and the text", async () => {
    const cache = create()
    const keys = ["spd-rag:00", "a/../b", "", "\u{1f600}", "x".repeat(3_000), "A", "a"]
    for (const key of keys) await cache.set(key, `"first of ${key}"`)
    for (const key of keys) await cache.set(key, `"\u{1f600} \\0 of ${key}"`)
    for (const key of keys) expect(await cache.get(key)).toBe(`"\u{1f600} \\0 of ${key}"`)
    expect(await cache.get("nobody")).toBeUndefined()
  })

  it("keeps within its size: the oldest go first", async () => {
    const cache = create(10_000)
    for (let at = 0; at < 50; at++) await cache.set(`key ${at}`, "x".repeat(1_000))
    const there: number[] = []
    for (let at = 0; at < 50; at++) if ((await cache.get(`key ${at}`)) !== undefined) there.push(at)
    expect(there.length).toBeGreaterThanOrEqual(4)
    expect(there.length).toBeLessThanOrEqual(10)
    expect(there).toEqual(Array.from({ length: there.length }, (_, at) => 50 - there.length + at))
  })

  it("sets and gets many at once", async () => {
    const cache = create()
    await Promise.all(Array.from({ length: 60 }, (_, at) => cache.set(`key ${at % 20}`, `"${at % 20}"`)))
    const values = await Promise.all(Array.from({ length: 20 }, (_, at) => cache.get(`key ${at}`)))
    expect(values).toEqual(Array.from({ length: 20 }, (_, at) => `"${at}"`))
  })

  it("refuses a size that is none, and options that it does not have", () => {
    for (const maxBytes of [-1, 0.5, Number.NaN]) {
      expect(() => create(maxBytes)).toThrow(/maxBytes/)
    }
  })

  if (name !== "memoryCache")
    it("outlives the one who wrote it", async () => {
      await create().set("key", '"value"')
      expect(await create().get("key")).toBe('"value"')
    })
})

describe("fileCache", () => {
  it("counts what it finds, removes what was abandoned, and is for its owner alone", async () => {
    const path = join(folder, "calls")
    await fileCache({ folder: path }).set("old", "x".repeat(900))
    const day = new Date("2020-01-01")
    for (const file of readdirSync(path)) utimesSync(join(path, file), day, day)
    writeFileSync(join(path, "abandoned.part"), "half")
    utimesSync(join(path, "abandoned.part"), day, day)
    writeFileSync(join(path, "fresh.part"), "another process is at it")
    const again = fileCache({ folder: path, maxBytes: 1_000 })
    await again.set("new", "x".repeat(200))
    expect(await again.get("old")).toBeUndefined()
    expect(readdirSync(path).filter((file) => file.endsWith(".part"))).toEqual(["fresh.part"])
    for (const file of readdirSync(path)) {
      if (file.endsWith(".json")) expect(statSync(join(path, file)).mode & 0o077).toBe(0)
    }
  })

  it("rejects where the folder is a file", async () => {
    const path = join(folder, "file")
    writeFileSync(path, "")
    const cache = fileCache({ folder: path })
    await expect(cache.set("key", "value")).rejects.toThrow(/EEXIST|ENOTDIR/)
    expect(() => fileCache({ folder: "" })).toThrow(/folder/)
  })
})

describe("libsqlCache", () => {
  it("takes a client, and leaves it open", async () => {
    const client = createClient({ url: ":memory:" })
    const cache = libsqlCache({ client: client as never })
    await cache.set("key", '"value"')
    await cache.close()
    const { rows } = await client.execute("SELECT key, value FROM spd_rag_calls")
    expect(rows.map((row) => [row.key, row.value])).toEqual([["key", '"value"']])
    client.close()
    expect(() => libsqlCache({})).toThrow(/url/)
  })
})
