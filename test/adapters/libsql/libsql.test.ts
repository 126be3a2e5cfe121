import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { createClient } from "@libsql/client"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type LibsqlVectorStore, libsqlVectorStore } from "../../../src/adapters/libsql"
import type { VectorStore } from "../../../src/contracts"
import { nextTurn } from "../../../src/runtime/yield"
import { describeVectorStore } from "../../../src/testing/suites/vector-store"
import { listed, putOf } from "../../../src/testing/suites/vector-store/fixtures"
import { assertWhole } from "../../../src/testing/suites/vector-store/writing"
import { scriptsFrom } from "../../support/scripts"

/** On a busy machine another's writes take longer than anybody waits by default. */
const openFile = (folder: string) =>
  libsqlVectorStore({ url: `file:${join(folder, "store.db")}`, busyTimeoutMs: 600_000 })
const open = new Map<VectorStore, { folder: string; stores: LibsqlVectorStore[] }>()

describeVectorStore("libsqlVectorStore on a file", {
  describe,
  it,
  create() {
    const folder = mkdtempSync(join(tmpdir(), "spd-rag-"))
    const store = openFile(folder)
    open.set(store, { folder, stores: [store] })
    return store
  },
  reopen(store) {
    const { folder, stores } = open.get(store)!
    stores.push(openFile(folder))
    return stores.at(-1)!
  },
  async dispose(store) {
    const { folder, stores } = open.get(store)!
    for (const one of stores) await one.close()
    rmSync(folder, { recursive: true })
  },
})

describeVectorStore("libsqlVectorStore in memory", {
  describe,
  it,
  create: () => libsqlVectorStore({ url: ":memory:" }),
  dispose: (store) => (store as LibsqlVectorStore).close(),
})

const writerSource = "test/adapters/libsql/writer.ts"

describe("libsqlVectorStore", () => {
  const scripts = scriptsFrom([writerSource])
  let folder: string
  let url: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "spd-rag-"))
    url = `file:${join(folder, "store.db")}`
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it("is written by two processes at once without a loss or a mix", async () => {
    const run = (name: string) =>
      promisify(execFile)(process.execPath, [scripts.path(writerSource), url, name])
    await Promise.all([run("one"), run("two")])
    const store = libsqlVectorStore({ url })
    const last = await listed(store)
    expect(last.map(({ id }) => id).toSorted()).toEqual(["own one", "own two", "shared"])
    for (const { id, revision, chunkCount } of last) {
      expect(revision).toMatch(id === "shared" ? /^(one|two) 39$/ : `${id.slice(4)} 39`)
      expect(await store.chunks({ documentId: id, revision })).toHaveLength(chunkCount)
    }
    await store.close()
  })

  it("a database that stays busy is a retryable error, and an abort ends the wait", async () => {
    const store = libsqlVectorStore({ url, busyTimeoutMs: 20 })
    const patient = libsqlVectorStore({ url, busyTimeoutMs: 60_000 })
    const request = putOf("a", "r1", [[1, 0]])
    await store.put(request)
    await patient.get({ documentId: "a" })
    const client = createClient({ url })
    const transaction = await client.transaction("write")
    const next = putOf("a", "r2", [[1, 0]])
    const error = await store.put(next).catch((error: unknown) => error)
    expect(error).toMatchObject({ name: "ProviderError", provider: "libsql", retryable: true })
    expect((error as Error).message).toContain("SQLITE_BUSY")
    const controller = new AbortController()
    const waiting = patient.put({ ...next, signal: controller.signal })
    controller.abort("mine")
    await expect(waiting).rejects.toBe("mine")
    await assertWhole(store, request)
    transaction.close()
    client.close()
    await store.put(next)
    await assertWhole(store, next)
    await store.close()
    await patient.close()
  })

  it("a put that is aborted on its way leaves the old revision", async () => {
    const store = libsqlVectorStore({ url })
    const old = putOf("a", "r1", [[1, 0]])
    await store.put(old)
    const controller = new AbortController()
    const many = putOf(
      "a",
      "r2",
      Array.from({ length: 2000 }, (_, i) => [1, i]),
    )
    const put = store.put({ ...many, signal: controller.signal })
    await nextTurn()
    await nextTurn()
    controller.abort("mine")
    await expect(put).rejects.toBe("mine")
    await assertWhole(store, old)
    await store.close()
  })

  it("an abort at any turn of the event loop leaves no lock behind", async () => {
    const store = libsqlVectorStore({ url })
    const other = libsqlVectorStore({ url, busyTimeoutMs: 0 })
    await store.put(putOf("a", "r", [[1, 0]]))
    await other.get({ documentId: "a" })
    for (let turns = 0; turns < 20; turns++) {
      const controller = new AbortController()
      const put = store.put({ ...putOf("a", `r${turns}`, [[1, 0]]), signal: controller.signal })
      for (let turn = 0; turn < turns; turn++) await null
      controller.abort("mine")
      await put.catch((reason: unknown) => expect(reason).toBe("mine"))
      await other.put(putOf("b", `r${turns}`, [[1, 0]]))
    }
    await store.close()
    await other.close()
  })

  it("works on a client that is passed in, beside the user's own tables, and leaves it open", async () => {
    const client = createClient({ url })
    await client.execute("CREATE TABLE documents (mine TEXT)")
    const store = libsqlVectorStore({ client })
    const request = putOf("a\0b", "r\0", [[1, 0]], () => "NUL \0 and half \ud83d of a pair")
    await store.put(request)
    await assertWhole(store, request)
    await store.close()
    expect((await client.execute("SELECT count(*) AS n FROM documents")).rows[0]!.n).toBe(0)
    client.close()
  })

  it("says what is wrong with a file or an address", async () => {
    writeFileSync(join(folder, "text.db"), "this is no database, but a long enough text".repeat(100))
    const damaged = libsqlVectorStore({ url: `file:${join(folder, "text.db")}` }).get({ documentId: "a" })
    await expect(damaged).rejects.toMatchObject({ name: "ProviderError", retryable: false })
    const missing = libsqlVectorStore({ url: `file:${join(folder, "no", "such.db")}` }).get({
      documentId: "a",
    })
    await expect(missing).rejects.toMatchObject({ name: "ProviderError", retryable: false })
    const address = libsqlVectorStore({ url: "ftp://secret-token@host" }).get({ documentId: "a" })
    await expect(address).rejects.toMatchObject({ name: "InvalidArgumentError", argument: "url" })
    await expect(address).rejects.not.toThrow("secret-token")
    expect(() => libsqlVectorStore({})).toThrow("Expected `url`")
    expect(() => libsqlVectorStore({ url, busyTimeoutMs: Number.NaN })).toThrow("Expected `busyTimeoutMs`")
  })
})
