import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, it } from "vitest"
import { type LibsqlVectorStore, libsqlVectorStore } from "../../../src/adapters/libsql"
import { scriptsFrom } from "../../support/scripts"
import { startWriter, writerSource } from "../kit/writer"
import { killedWriters, twoProcesses } from "../kit/writer/processes"

const scripts = scriptsFrom([writerSource])
let folder: string
const stores: LibsqlVectorStore[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "spd-rag-"))
})
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
  rmSync(folder, { recursive: true })
})

const urlOf = (name: string) => `file:${join(folder, `${name}.db`)}`
function open(name: string): LibsqlVectorStore {
  const store = libsqlVectorStore({ url: urlOf(name), busyTimeoutMs: 600_000 })
  stores.push(store)
  return store
}

it("two processes that put one document at once end with one of the puts, whole", async () => {
  await twoProcesses(() => startWriter(scripts, { store: "libsql", url: urlOf("one") }), open("one"))
}, 3_600_000)

it("a writer that is killed leaves the old or the new revision, and nothing acknowledged is lost", async () => {
  await killedWriters(
    (kill, point) => startWriter(scripts, { store: "libsql", url: urlOf(String(point)), kill }),
    (point) => open(String(point)),
  )
}, 3_600_000)
