/** Writes revisions of shared documents into one file: a process of the two-process test. */
import { libsqlVectorStore } from "../../../src/adapters/libsql"
import { putOf } from "../../../src/testing/suites/vector-store/fixtures"

const [url, name] = process.argv.slice(2) as [string, string]
const store = libsqlVectorStore({ url, busyTimeoutMs: 600_000 })
for (let round = 0; round < 40; round++) {
  for (const id of ["shared", `own ${name}`]) {
    const vectors = Array.from({ length: 3 + (round % 5) }, (_, i) => [1, i])
    await store.put(putOf(id, `${name} ${round}`, vectors))
  }
  const current = await store.get({ documentId: "shared" })
  const { id, revision, chunkCount } = current!
  const chunks = await store.chunks({ documentId: id, revision }).catch((error: Error) => error)
  const mixed =
    chunks instanceof Error
      ? chunks.name !== "StaleRevisionError"
      : chunks.length !== chunkCount || chunks.some(({ text }) => !text.startsWith(`${id} ${revision} `))
  if (mixed) throw new Error(`a reader of ${name} met a half: ${chunks}`)
}
await store.close()
