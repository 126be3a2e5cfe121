import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, it } from "vitest"
import { type LibsqlVectorStore, libsqlVectorStore } from "../../src/adapters/libsql"
import type { VectorStore } from "../../src/contracts"
import { describeVectorStore } from "../../src/testing/describe-vector-store"

const open = new Map<VectorStore, { folder: string; stores: LibsqlVectorStore[] }>()

describeVectorStore("libsqlVectorStore on a file", {
  describe,
  it,
  create() {
    const folder = mkdtempSync(join(tmpdir(), "spd-rag-"))
    const store = libsqlVectorStore({ url: `file:${join(folder, "store.db")}` })
    open.set(store, { folder, stores: [store] })
    return store
  },
  reopen(store) {
    const { folder, stores } = open.get(store)!
    stores.push(libsqlVectorStore({ url: `file:${join(folder, "store.db")}` }))
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
